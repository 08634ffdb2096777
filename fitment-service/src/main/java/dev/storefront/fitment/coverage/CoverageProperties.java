package dev.storefront.fitment.coverage;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How coverage is counted.
 *
 * @param every how old a count gets before the next one begins; a count reads every SKU once
 * @param longest how long an instance has for a count before another one tries
 */
@ConfigurationProperties("storefront.fitment.coverage")
record CoverageProperties(
    @DefaultValue("10m") Duration every, @DefaultValue("2h") Duration longest) {}
