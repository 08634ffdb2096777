/** The services' programs as the build leaves them: extracted, with an archive of their classes. */
@NullMarked
package dev.storefront.localstack.program;

import org.jspecify.annotations.NullMarked;
