/** Redis anew from what MySQL and the topic of page views have, as far as it lost something. */
@NullMarked
package dev.storefront.history.rebuild;

import org.jspecify.annotations.NullMarked;
