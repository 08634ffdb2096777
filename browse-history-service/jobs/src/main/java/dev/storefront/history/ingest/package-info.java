/**
 * The Flink job that takes page views from Kafka into Redis, as the service's own consumer does.
 */
@NullMarked
package dev.storefront.history.ingest;

import org.jspecify.annotations.NullMarked;
