package dev.storefront.fitment.imports;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How imports are taken in.
 *
 * @param folder where files wait to be worked through; the instance's own, on a disk that outlives
 *     a restart
 * @param largest the longest file
 * @param mostWaiting files that wait while one is worked through; further ones are refused
 */
@Validated
@ConfigurationProperties("storefront.fitment.imports")
record ImportProperties(
    @DefaultValue("${java.io.tmpdir}/fitment-imports") Path folder,
    @DefaultValue("16GB") DataSize largest,
    @DefaultValue("50") @Min(1) @Max(10_000) int mostWaiting) {}
