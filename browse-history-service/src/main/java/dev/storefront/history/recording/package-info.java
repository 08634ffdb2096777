/** Page views on their way in: over HTTP into Kafka, and from Kafka into Redis. */
@NullMarked
package dev.storefront.history.recording;

import org.jspecify.annotations.NullMarked;
