package dev.storefront.shortlink.recycling;

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
 * @param scheduled whether runs are ordered by themselves, until an operator sets the switch
 * @param every how long after the end of a tier's last run the next one is ordered, at the earliest
 * @param segmentsPerSecond how many segments of a tier an instance looks at in a second, or ends
 */
@Validated
@ConfigurationProperties("storefront.shortlink.recycling")
record RecyclingProperties(
    @DefaultValue("10m") Duration quarantine,
    @DefaultValue("10m") Duration refusal,
    @DefaultValue("true") boolean scheduled,
    @DefaultValue("2h") Duration every,
    @DefaultValue("200") @Min(100) int segmentsPerSecond) {}
