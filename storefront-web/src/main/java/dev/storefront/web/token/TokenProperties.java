package dev.storefront.web.token;

import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the issuer.
 *
 * @param keyDirectory where the signing key is kept; owner-only, and never in the repository
 * @param lifetime how long a token is good for, one minute to one day
 */
@ConfigurationProperties("storefront.tokens")
@Validated
record TokenProperties(
    @NotNull @DefaultValue(".storefront/tokens") Path keyDirectory,
    @NotNull @DefaultValue("1h") @DurationMin(minutes = 1) @DurationMax(days = 1)
        Duration lifetime) {}
