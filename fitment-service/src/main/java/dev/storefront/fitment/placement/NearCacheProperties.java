package dev.storefront.fitment.placement;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * What an instance keeps of shelves that it read.
 *
 * @param size memory that it may take
 * @param maxAge how old an answer from it may be, whatever gets lost on the way; up to a minute
 */
@Validated
@ConfigurationProperties("storefront.fitment.near-cache")
record NearCacheProperties(
    @DefaultValue("64MB") @NotNull DataSize size,
    @DefaultValue("5s") @NotNull @DurationMin(millis = 1) @DurationMax(minutes = 1)
        Duration maxAge) {}
