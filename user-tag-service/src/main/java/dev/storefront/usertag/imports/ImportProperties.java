package dev.storefront.usertag.imports;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How imports are taken in.
 *
 * @param folder where files wait to be worked through: on a disk that outlives a restart; its own
 *     for each instance, or one for all of them
 * @param largest the longest file; longer ones are 413
 * @param most what all files may take together; what does not fit is 429
 * @param atATime imports that an instance works through side by side
 * @param mostWaiting imports that are not over; further ones are 429
 * @param abandonedAfter how long an import waits for an instance that has its file
 */
@Validated
@ConfigurationProperties("storefront.usertag.imports")
record ImportProperties(
    @DefaultValue("data/imports") Path folder,
    @DefaultValue("4GB") DataSize largest,
    @DefaultValue("16GB") DataSize most,
    @DefaultValue("2") @Min(1) @Max(16) int atATime,
    @DefaultValue("100") @Min(1) @Max(10_000) int mostWaiting,
    @DefaultValue("7d") Duration abandonedAfter) {}
