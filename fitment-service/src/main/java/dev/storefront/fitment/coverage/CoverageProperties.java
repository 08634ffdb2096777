package dev.storefront.fitment.coverage;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How coverage is counted.
 *
 * @param every how long after a count the next one begins; a count reads every SKU once
 */
@ConfigurationProperties("storefront.fitment.coverage")
record CoverageProperties(@DefaultValue("10m") Duration every) {}
