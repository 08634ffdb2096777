package dev.storefront.usertag.snapshot;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Snapshots of former days.
 *
 * @param daysKept how many days back audiences can be asked for, 1 to 3650
 */
@Validated
@ConfigurationProperties("storefront.usertag.snapshots")
record SnapshotProperties(@Min(1) @Max(3650) @DefaultValue("90") int daysKept) {}
