package dev.storefront.flashsale.admission;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of admission.
 *
 * @param trustedProxies networks such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}, whose
 *     machines are believed when they say for whom they forward; none by default
 */
@ConfigurationProperties("storefront.flash-sale")
record AdmissionProperties(@DefaultValue List<String> trustedProxies) {}
