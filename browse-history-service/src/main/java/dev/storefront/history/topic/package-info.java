/** What topics already have, read beside their consumers. */
@NullMarked
package dev.storefront.history.topic;

import org.jspecify.annotations.NullMarked;
