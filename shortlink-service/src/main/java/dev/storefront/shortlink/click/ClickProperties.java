package dev.storefront.shortlink.click;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param buffer clicks that may wait for Kafka; further ones are dropped and counted as such
 * @param visitorSalt a secret that keeps addresses from being read off {@code client}; there are so
 *     few addresses that anybody who knew it could try them all
 */
@Validated
@ConfigurationProperties("storefront.shortlink.clicks")
record ClickProperties(
    @DefaultValue("20000") @Min(1) int buffer,
    @NotNull @Size(min = 16, max = 200) String visitorSalt) {}
