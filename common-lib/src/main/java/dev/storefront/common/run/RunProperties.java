package dev.storefront.common.run;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How runs of every kind are worked on.
 *
 * @param lease how long an instance that ended without a word keeps others from going on
 * @param poll how often an instance looks for runs that others left
 * @param kept how long a run that is over can be looked up
 */
@ConfigurationProperties("storefront.runs")
record RunProperties(
    @DefaultValue("15s") Duration lease,
    @DefaultValue("500ms") Duration poll,
    @DefaultValue("30d") Duration kept) {}
