package dev.storefront.fitment.imports;

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
 * @param largest the longest file
 * @param most what all files may take together; what does not fit is 429
 * @param mostWaiting imports that are not over; further ones are refused
 * @param abandonedAfter how long an import waits for an instance that has its file
 */
@Validated
@ConfigurationProperties("storefront.fitment.imports")
record ImportProperties(
    @DefaultValue("data/imports") Path folder,
    @DefaultValue("16GB") DataSize largest,
    @DefaultValue("64GB") DataSize most,
    @DefaultValue("50") @Min(1) @Max(10_000) int mostWaiting,
    @DefaultValue("7d") Duration abandonedAfter) {}
