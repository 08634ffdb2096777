package dev.storefront.common.security;

import jakarta.validation.constraints.NotBlank;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Whose tokens are believed. Without an issuer the service does not start.
 *
 * @param issuer the issuer's address; its metadata tells where its keys are
 * @param audience what the tokens' {@code aud} must contain
 */
@Validated
@ConfigurationProperties("storefront.security")
record SecurityProperties(
    @NotBlank(
            message =
                "no token issuer is configured: set storefront.security.issuer, or run with the"
                    + " profile 'local'")
        @DefaultValue("")
        String issuer,
    @NotBlank @DefaultValue("storefront") String audience) {}
