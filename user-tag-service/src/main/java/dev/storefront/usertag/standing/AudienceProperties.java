package dev.storefront.usertag.standing;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Limits of standing audiences.
 *
 * @param most how many there may be, 1 to 10,000; further ones are 409
 * @param countsKept how long their counts are kept, a row for each hour
 */
@Validated
@ConfigurationProperties("storefront.usertag.audiences")
record AudienceProperties(
    @Min(1) @Max(10_000) @DefaultValue("1000") int most,
    @DefaultValue("90d") Duration countsKept) {}
