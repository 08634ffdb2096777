package dev.storefront.usertag.imports;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How imports are taken in.
 *
 * @param folder where files wait to be worked through: on a disk that outlives a restart; its own
 *     for each instance, or one for all of them
 * @param largest the longest file; longer ones are 413
 * @param most what all files may take together; what does not fit is 429
 */
@ConfigurationProperties("storefront.usertag.imports")
record ImportProperties(
    @DefaultValue("data/imports") Path folder,
    @DefaultValue("4GB") DataSize largest,
    @DefaultValue("16GB") DataSize most) {}
