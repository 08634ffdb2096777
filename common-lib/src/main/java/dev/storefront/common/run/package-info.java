/** Long work: started by a request, done in the background, gone on with after a crash. */
@NullMarked
package dev.storefront.common.run;

import org.jspecify.annotations.NullMarked;
