package dev.storefront.history.timeline;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long answers are remembered in Redis.
 *
 * @param countLifetime of a cached count. Views and deletions end it at once; only a product that
 *     the catalogue deletes meanwhile is counted until it has passed
 */
@ConfigurationProperties("history.timeline")
record TimelineProperties(@DefaultValue("5s") Duration countLifetime) {}
