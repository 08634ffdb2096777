package dev.storefront.flashsale.testing;

import dev.storefront.localstack.testing.WithBackends;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.test.context.TestPropertySource;

/**
 * A {@link FlashSaleTest} of which nothing is found because it is time for a full round, where
 * little waits for long, and to which this machine is a trusted proxy. All such classes share one
 * instance.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@WithBackends(database = "flash_sale", namespace = "hasty")
@TestPropertySource(
    properties = {
      "storefront.flash-sale.full-round=1h",
      "storefront.flash-sale.settle-after=5s",
      "storefront.flash-sale.record-kept=1s",
      "storefront.flash-sale.recovery.closed-for=1s",
      "storefront.runs.lease=4s",
      "storefront.trusted-proxies=127.0.0.0/8,::1"
    })
public @interface HastySale {}
