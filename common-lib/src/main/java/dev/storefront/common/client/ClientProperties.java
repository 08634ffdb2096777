package dev.storefront.common.client;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whom to believe.
 *
 * @param trustedProxies networks such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}, whose
 *     machines are believed when they say for whom they forward; none by default
 */
@ConfigurationProperties("storefront")
record ClientProperties(@DefaultValue List<String> trustedProxies) {}
