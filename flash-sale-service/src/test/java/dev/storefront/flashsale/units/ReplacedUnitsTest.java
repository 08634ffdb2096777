package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** An order that grabbed twice, because Redis had lost its record. */
class ReplacedUnitsTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int QUOTA = 10;

  @Autowired private Orders orders;
  @Autowired private LedgerRoute ledger;
  @Autowired private OffsetBarriers barriers;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void units_of_the_earlier_attempt_that_cannot_come_back_at_once_come_back_later() {
    long promotion = onSale(QUOTA);
    String order = freshOrder();
    tryGrab(order, promotion, 3).expect(201);
    Order earlier = orders.find(order).orElseThrow();
    byte[] record = bytes(namespace.key("O_{" + order + "}"));
    byte[] reservations = bytes(PromotionKeys.of(promotion, namespace).reservations(order, QUOTA));
    byte[] aside = bytes(PromotionKeys.of(promotion, namespace).record() + ":aside");

    // Its reservations cannot be read for a while.
    cluster.call(c -> c.del(record)).join();
    cluster.call(c -> c.rename(reservations, aside)).join();
    cluster.call(c -> c.set(reservations, bytes("no hash"))).join();
    ledger.append(later(earlier).entries(Kind.GRAB, clock.instant())).join();
    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();
    assertThat(remaining(promotion)).isEqualTo(QUOTA - 3);
    cluster.call(c -> c.del(reservations)).join();
    cluster.call(c -> c.rename(aside, reservations)).join();
    clock.push(Duration.ofSeconds(20));

    await().atMost(LONG).untilAsserted(() -> assertThat(remaining(promotion)).isEqualTo(QUOTA));
  }

  private static Order later(Order order) {
    return new Order(
        order.orderId(),
        order.status(),
        order.attempt() + 1,
        order.pin(),
        order.ip(),
        order.items(),
        order.expiresAt(),
        null);
  }
}
