package dev.storefront.shortlink.click;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param buffer clicks that may wait for Kafka; further ones are dropped and counted as such
 * @param visitorSalt a secret that keeps addresses from being read off {@code client}
 */
@Validated
@ConfigurationProperties("storefront.shortlink.clicks")
record ClickProperties(
    @DefaultValue("20000") @Min(1) int buffer, @DefaultValue("short links") String visitorSalt) {}
