package dev.storefront.fitment.placement;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long checks, and how many calls, wait for servers that do not answer.
 *
 * @param patience how long a check waits for all Redis nodes together, up to 10 seconds
 * @param callersPerNode checks, and writes of shelves, that wait for one Redis node at a time in an
 *     instance; fewer than the web server has threads, so that others are answered
 */
@Validated
@ConfigurationProperties("storefront.fitment.check")
record CheckProperties(
    @DefaultValue("2s") @NotNull @DurationMin(millis = 1) @DurationMax(seconds = 10)
        Duration patience,
    @DefaultValue("48") @Min(1) @Max(10_000) int callersPerNode) {}
