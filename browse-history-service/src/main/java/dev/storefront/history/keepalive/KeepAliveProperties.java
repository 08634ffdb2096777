package dev.storefront.history.keepalive;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When hot views are kept for longer.
 *
 * @param after how old the watermark has to be, 1 hour to 4 days
 * @param every how often all keys are looked through then, 1 second to 12 hours
 */
@Validated
@ConfigurationProperties("history.keep-alive")
record KeepAliveProperties(
    @DefaultValue("36h") @DurationMin(hours = 1) @DurationMax(days = 4) Duration after,
    @DefaultValue("1h") @DurationMin(seconds = 1) @DurationMax(hours = 12) Duration every) {}
