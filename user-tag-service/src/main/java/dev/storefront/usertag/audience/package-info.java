/** Audiences: expressions over tags, counted, paged and sampled. */
@NullMarked
package dev.storefront.usertag.audience;

import org.jspecify.annotations.NullMarked;
