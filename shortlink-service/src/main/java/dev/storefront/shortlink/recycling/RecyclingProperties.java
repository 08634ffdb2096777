package dev.storefront.shortlink.recycling;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param quarantine how long an idle code can still be rescued by a visit; longer than clocks
 *     differ and events lag
 * @param refusal how long Redis refuses links of an ended generation by itself; longer than any
 *     read of cold storage that began before
 */
@ConfigurationProperties("storefront.shortlink.recycling")
record RecyclingProperties(
    @DefaultValue("10m") Duration quarantine, @DefaultValue("10m") Duration refusal) {}
