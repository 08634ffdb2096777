/** Who had which tag at the end of former days. */
@NullMarked
package dev.storefront.usertag.snapshot;

import org.jspecify.annotations.NullMarked;
