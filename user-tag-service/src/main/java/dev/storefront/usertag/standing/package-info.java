/** Standing audiences: expressions that have a name and are counted over time. */
@NullMarked
package dev.storefront.usertag.standing;

import org.jspecify.annotations.NullMarked;
