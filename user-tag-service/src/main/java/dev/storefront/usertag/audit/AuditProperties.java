package dev.storefront.usertag.audit;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much of the audit is kept.
 *
 * @param kept how long, from when a change was recorded
 * @param most how many rows, 1000 or more, of one change or of many of a kind; the oldest go first
 */
@Validated
@ConfigurationProperties("storefront.usertag.audit")
record AuditProperties(
    @DefaultValue("90d") Duration kept, @Min(1000) @DefaultValue("50000000") long most) {}
