package dev.storefront.shortlink.link;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param privateNetworks true if links may lead into private networks, as their addresses and names
 *     say it: no name server is asked
 * @param lookalikes true if links may lead to hosts whose names are written in letters that pass
 *     for others
 */
@ConfigurationProperties("storefront.shortlink.targets")
record TargetProperties(
    @DefaultValue("false") boolean privateNetworks, @DefaultValue("false") boolean lookalikes) {}
