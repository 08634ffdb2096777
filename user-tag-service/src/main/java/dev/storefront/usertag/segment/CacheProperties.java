package dev.storefront.usertag.segment;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an instance keeps of Redis.
 *
 * @param cache how much memory the sets of users take that queries have read
 */
@ConfigurationProperties("storefront.usertag.segments")
record CacheProperties(@DefaultValue("64MB") DataSize cache) {}
