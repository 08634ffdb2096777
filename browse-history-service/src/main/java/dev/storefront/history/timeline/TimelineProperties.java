package dev.storefront.history.timeline;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long answers are remembered in Redis.
 *
 * @param countLifetime of a cached count. Views and deletions end it at once; only a product that
 *     the catalogue deletes meanwhile is counted until it has passed
 * @param copiedFor how long HBase is not asked again about views that were copied to Redis: the
 *     longest that a newer row goes unnoticed
 * @param nothingColdFor the same where it had no views
 */
@ConfigurationProperties("history.timeline")
record TimelineProperties(
    @DefaultValue("5s") Duration countLifetime,
    @DefaultValue("10m") Duration copiedFor,
    @DefaultValue("10s") Duration nothingColdFor) {}
