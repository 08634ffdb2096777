package dev.storefront.shortlink.link;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Cold storage of links.
 *
 * @param budget the longest that anybody waits for one link that Redis does not have, MySQL and
 *     HBase together; 10 ms to 10 s
 */
@Validated
@ConfigurationProperties("storefront.shortlink.cold")
record ColdProperties(
    @DefaultValue("300ms") @DurationMin(millis = 10) @DurationMax(seconds = 10) Duration budget) {}
