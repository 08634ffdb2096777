/** Page views as they stand in Kafka, and what is none. */
@NullMarked
package dev.storefront.history.events;

import org.jspecify.annotations.NullMarked;
