package dev.storefront.shortlink.admission;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What counts until an operator sets a switch, in a second and instance.
 *
 * @param newLinks how many calls for links, changes, batches of links and leases an application may
 *     make
 * @param unknownCodes how many codes that have no link a visitor's address may ask for
 */
@Validated
@ConfigurationProperties("storefront.shortlink.limits")
record LimitProperties(
    @DefaultValue("5000") @Min(1) @Max(1_000_000) int newLinks,
    @DefaultValue("100") @Min(1) @Max(1_000_000) int unknownCodes) {}
