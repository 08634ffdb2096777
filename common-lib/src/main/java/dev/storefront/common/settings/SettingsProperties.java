package dev.storefront.common.settings;

import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The checks of the backing servers' settings.
 *
 * @param accepted findings that are known and shall not keep the service from being ready, each
 *     {@code <server>.<setting>}, for example {@code redis.appendonly}
 * @param interval between two checks
 */
@ConfigurationProperties("storefront.settings")
record SettingsProperties(
    @DefaultValue Set<String> accepted, @DefaultValue("30s") Duration interval) {}
