package dev.storefront.shortlink.recycling;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param quarantine how long an idle code can still be rescued by a visit; longer than clocks
 *     differ and events lag
 * @param refusal how long Redis refuses links of an ended generation by itself; longer than any
 *     read of cold storage that began before
 * @param pageSize segments asked for in one round trip
 * @param batchSize segments that change in one transaction
 */
@Validated
@ConfigurationProperties("storefront.shortlink.recycling")
record RecyclingProperties(
    @DefaultValue("10m") Duration quarantine,
    @DefaultValue("10m") Duration refusal,
    @DefaultValue("500") @Min(1) @Max(5_000) int pageSize,
    @DefaultValue("50") @Min(1) @Max(200) int batchSize) {}
