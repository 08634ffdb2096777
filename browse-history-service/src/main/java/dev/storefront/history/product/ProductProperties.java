package dev.storefront.history.product;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long instances remember product facts.
 *
 * @param freshFor how long facts are believed without asking the store again; changes come by
 *     themselves
 * @param usableFor how old facts may be that stand in while the store is away; longer than {@code
 *     freshFor}
 * @param most products remembered at once
 */
@Validated
@ConfigurationProperties("history.products")
record ProductProperties(
    @DefaultValue("1h") Duration freshFor,
    @DefaultValue("2h") Duration usableFor,
    @Positive @DefaultValue("200000") long most) {}
