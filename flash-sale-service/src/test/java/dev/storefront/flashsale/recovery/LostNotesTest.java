package dev.storefront.flashsale.recovery;

import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What becomes of an order is decided on its record, and noted beside each promotion's units. Here
 * a promotion's node lost the note, and the record is on another one.
 */
class LostNotesTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration CLOSED = Duration.ofSeconds(12);
  private static final Duration LONG_AGO = Duration.ofMinutes(3);

  @Autowired private Orders orders;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private JdbcClient db;

  private final Faults faults = TestBackends.shared().faults();

  @Test
  void what_an_orders_record_has_as_cancelled_is_released_by_a_rebuild() {
    long promotion = onSale(10);
    String cancelled = freshOrder();
    String paidBefore = freshOrder();
    String kept = freshOrder();
    for (String order : new String[] {cancelled, paidBefore, kept}) {
      tryGrab(order, promotion, 2, "pat").expect(201);
    }
    api().post("/api/v1/grabs/" + paidBefore + "/pay", SERVICE, null).expect(200);
    booksAgree(promotion, 6);
    decided(cancelled);
    decided(paidBefore);

    rebuilt(promotion);

    booksAgree(promotion, 2);
    tryGrab(kept, promotion, 2, "pat").expect(200);
    tryGrab(cancelled, promotion, 2, "pat").expect(409, "order-conflict");
    tryGrab(freshOrder(), promotion, 8, "kim").expect(201);
  }

  @Test
  void what_the_ledger_has_as_cancelled_of_another_promotion_is_released_too() {
    long promotion = onSale(10);
    long other = onSale(10);
    String order = freshOrder();
    api().post("/api/v1/grabs", SERVICE, grabBoth(order, promotion, other, 3, "pat")).expect(201);
    booksAgree(promotion, 3);
    booksAgree(other, 3);
    db.sql("UPDATE grab_item SET status = 'CANCELLED', reason = 'USER' WHERE promotion_id = ?")
        .param(other)
        .update();
    cluster.call(c -> c.del(bytes(record(order)))).join();

    rebuilt(promotion);

    booksAgree(promotion, 0);
    tryGrab(freshOrder(), promotion, 10, "kim").expect(201);
  }

  @Test
  void what_an_orders_record_has_as_refused_is_released_too() {
    long promotion = onSale(10);
    String refused = freshOrder();
    tryGrab(refused, promotion, 4, "pat").expect(201);
    booksAgree(promotion, 4);
    cluster.call(c -> c.hset(bytes(record(refused)), bytes("status"), bytes("REFUSED"))).join();

    rebuilt(promotion);

    booksAgree(promotion, 0);
    tryGrab(freshOrder(), promotion, 10, "kim").expect(201);
  }

  @Test
  @NotOnSharedServers
  void what_is_on_a_node_that_is_away_is_asked_for_once_it_is_back() {
    long promotion = onSale(10);
    int own = node(PromotionKeys.of(promotion, namespace).record());
    String cancelled = orderOnAnotherNode(own);
    String kept = orderOnAnotherNode(own);
    tryGrab(cancelled, promotion, 3, "pat").expect(201);
    tryGrab(kept, promotion, 1, "pat").expect(201);
    booksAgree(promotion, 4);
    decided(cancelled);
    String away = "redis-" + (1 + node(record(cancelled)));

    faults.pause(away);
    try {
      rebuilt(promotion);
      assertThat(books(promotion).at("/redis/taken").asInt()).isEqualTo(4);
    } finally {
      faults.resume(away);
    }

    booksAgree(promotion, 1);
    tryGrab(freshOrder(), promotion, 9, "kim").expect(201);
  }

  private String orderOnAnotherNode(int node) {
    return Stream.generate(FlashSaleTest::freshOrder)
        .filter(order -> node(record(order)) != node)
        .findFirst()
        .orElseThrow();
  }

  /** The number, from 0, of the node that has the key: the stack's three share the slots evenly. */
  private static int node(String key) {
    return SlotHash.getSlot(key) * 3 / SlotHash.SLOT_COUNT;
  }

  private String record(String order) {
    return namespace.key("O_{" + order + "}");
  }

  private void decided(String id) {
    Order order = orders.find(id).orElseThrow();
    EnumSet<OrderStatus> any = EnumSet.of(OrderStatus.GRABBED, OrderStatus.PAID);
    assertThat(orders.cancel(order, any, CancelReason.USER).map(Order::status))
        .contains(OrderStatus.CANCELLED);
  }

  private void rebuilt(long promotion) {
    long recovery = recover(promotion);
    clock.push(CLOSED);
    awaitDone(recovery, LONG);
    clock.push(LONG_AGO);
  }
}
