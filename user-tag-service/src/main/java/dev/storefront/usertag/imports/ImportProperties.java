package dev.storefront.usertag.imports;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How imports are taken in.
 *
 * @param folder where files wait to be worked through: the instance's own, on a disk that outlives
 *     a restart
 * @param largest the longest file; longer ones are 413
 * @param atATime imports that are worked through side by side
 * @param mostWaiting imports that wait for their turn; further ones are 429
 */
@ConfigurationProperties("storefront.usertag.imports")
record ImportProperties(
    @DefaultValue("data/imports") Path folder,
    @DefaultValue("4GB") DataSize largest,
    @DefaultValue("2") int atATime,
    @DefaultValue("100") int mostWaiting) {}
