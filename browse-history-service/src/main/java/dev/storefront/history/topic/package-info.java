/** How long topics keep what they have. */
@NullMarked
package dev.storefront.history.topic;

import org.jspecify.annotations.NullMarked;
