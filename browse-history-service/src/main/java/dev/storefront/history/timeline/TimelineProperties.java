package dev.storefront.history.timeline;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long answers are remembered in Redis.
 *
 * @param countLifetime of a cached count. Views, deletions, and products that the catalogue deletes
 *     or puts into other groups end it at once; only an instance that does not remember a product
 *     may count it as before until it has passed
 */
@ConfigurationProperties("history.timeline")
record TimelineProperties(@DefaultValue("5s") Duration countLifetime) {}
