package dev.storefront.shortlink.click;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param buffer clicks that may wait for Kafka; further ones are dropped and counted as such
 * @param visitorSalt a secret that keeps addresses from being read off {@code client}; there are so
 *     few addresses that anybody who knew it could try them all
 * @param kept how long the clicks of a day are kept
 * @param hoursKept how long visits are kept by hour; at most 31 days, for a reply has them all
 * @param visitorsKept how long Redis keeps who came on a day, some 150 bytes for a link with few
 *     visitors, 12 KB at most; at most 90 days
 */
@Validated
@ConfigurationProperties("storefront.shortlink.clicks")
record ClickProperties(
    @DefaultValue("20000") @Min(1) int buffer,
    @NotNull @Size(min = 16, max = 200) String visitorSalt,
    @DefaultValue("400d") Duration kept,
    @DefaultValue("31d") @DurationMax(days = 31) Duration hoursKept,
    @DefaultValue("31d") @DurationMax(days = 90) Duration visitorsKept) {}
