package dev.storefront.history.product;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long instances remember product facts.
 *
 * @param freshFor the longest that a change in the store goes unnoticed
 * @param usableFor how old facts may be that stand in while the store is away
 * @param most products remembered at once
 */
@Validated
@ConfigurationProperties("history.products")
record ProductProperties(
    @DefaultValue("2s") Duration freshFor,
    @DefaultValue("10m") Duration usableFor,
    @Positive @DefaultValue("200000") long most) {}
