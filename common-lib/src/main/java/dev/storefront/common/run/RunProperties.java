package dev.storefront.common.run;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How runs of every kind are worked on.
 *
 * @param lease how long an instance that ended without a word keeps others from going on, 1 second
 *     to 1 hour
 * @param poll how often an instance looks for runs that others left, 10 milliseconds to 1 minute
 * @param kept how long a run that is over can be looked up, 1 second to 10 years
 */
@Validated
@ConfigurationProperties("storefront.runs")
record RunProperties(
    @DefaultValue("15s") @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration lease,
    @DefaultValue("500ms") @DurationMin(millis = 10) @DurationMax(minutes = 1) Duration poll,
    @DefaultValue("30d") @DurationMin(seconds = 1) @DurationMax(days = 3653) Duration kept) {}
