package dev.storefront.shortlink.lease;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param duration how long a lease is good for; what is unused by then comes back some minutes
 *     later
 * @param kept how long it is known who had ids that are somebody else's by now, and that a request
 *     for a lease was answered; two days at least
 */
@Validated
@ConfigurationProperties("storefront.shortlink.lease")
record LeaseProperties(
    @DefaultValue("1h") Duration duration,
    @DefaultValue("90d") @DurationMin(days = 2) Duration kept) {}
