package dev.storefront.shortlink.lease;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param duration how long a lease is good for; what is unused by then comes back some minutes
 *     later
 */
@ConfigurationProperties("storefront.shortlink.lease")
record LeaseProperties(@DefaultValue("1h") Duration duration) {}
