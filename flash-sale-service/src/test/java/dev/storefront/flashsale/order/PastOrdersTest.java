package dev.storefront.flashsale.order;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** An order's record goes a while after its time to pay is over; its id remains its own. */
class PastOrdersTest extends FlashSaleTest {

  private static final String ALICE = TestTokens.user("alice");
  private static final String BOB = TestTokens.user("bob");

  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private DataSource database;

  @Test
  void an_id_is_not_grabbed_for_another_promotion_while_its_order_lives() {
    long first = onSale(10);
    long other = onSale(terms(5).limit("PIN", 1));
    for (String end : List.of("GRABBED", "PAID")) {
      String order = grabbed(first, ALICE);
      if (end.equals("PAID")) {
        api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null).expect(200);
      }
      inLedger(order, end);
      forget(order);

      tryGrab(order, other, BOB).expect(409, "order-conflict");
      tryGrab(order, other, ALICE).expect(409, "order-conflict");

      Reply mine = api().get("/api/v1/grabs/" + order, ALICE).expect(200);
      assertThat(mine.at("/status").asString()).isEqualTo(end);
      assertThat(mine.at("/items/0/promotionId").asLong()).isEqualTo(first);
      tryGrab(order, first, ALICE).expect(200);
    }

    await().untilAsserted(() -> assertThat(remaining(other)).isEqualTo(5));
    grabbed(other, BOB);
    grabbed(other, ALICE);
    clock.push(Duration.ofSeconds(1_201));
    await().untilAsserted(() -> assertThat(remaining(first)).isEqualTo(9));
  }

  @Test
  void an_id_is_not_grabbed_for_another_promotion_after_its_order_was_cancelled() {
    long first = onSale(10);
    long other = onSale(5);
    String order = grabbed(first, ALICE);
    api().post("/api/v1/grabs/" + order + "/cancel", ALICE, Map.of("reason", "USER")).expect(200);
    inLedger(order, "CANCELLED");
    forget(order);

    tryGrab(order, other, ALICE).expect(409, "order-conflict");

    assertThat(api().get("/api/v1/grabs/" + order, ALICE).at("/status").asString())
        .isEqualTo("CANCELLED");
    assertThat(remaining(other)).isEqualTo(5);
    assertThat(ledger.totalsOf(other).grabbed()).isZero();
  }

  @Test
  void an_id_whose_attempts_came_to_nothing_serves_for_another_promotion() {
    long scarce = onSale(1);
    long other = onSale(5);
    grabbed(scarce, BOB);
    String order = freshOrder();
    tryGrab(order, scarce, ALICE).expect(409, "sold-out");

    tryGrab(order, other, ALICE).expect(201);
    assertThat(remaining(other)).isEqualTo(4);
  }

  @Test
  void while_mysql_hangs_grabs_go_on_and_the_id_of_an_earlier_order_is_not_sold_again()
      throws SQLException {
    longAfterFallBacks();
    long first = onSale(10);
    long other = onSale(10);
    String order = grabbed(first, ALICE);
    inLedger(order, "GRABBED");
    forget(order);

    String inTheDark;
    try (Connection admin = database.getConnection();
        Statement sql = admin.createStatement()) {
      sql.execute("LOCK TABLES grab_item WRITE, grab_ledger WRITE");
      try {
        inTheDark = grabbed(other, BOB);
        for (int i = 0; i < 4; i++) {
          grabbed(other, ALICE);
        }
        tryGrab(inTheDark, other, BOB).expect(200);
        tryGrab(order, other, BOB).expect(503, "unavailable");
      } finally {
        sql.execute("UNLOCK TABLES");
      }
    }

    inLedger(inTheDark, "GRABBED");
    tryGrab(order, other, BOB).expect(409, "order-conflict");
    await().untilAsserted(() -> assertThat(ledger.totalsOf(other).taken()).isEqualTo(5));
    assertThat(remaining(other)).isEqualTo(5);
  }

  @Test
  void an_order_that_redis_lost_and_that_reserves_in_another_bucket_holds_its_units_once() {
    long hot = onSale(terms(40).limit("IP", 5).buckets(8));
    String order = freshOrder();
    grabFrom("198.51.100.1", order, hot);
    inLedger(order, "GRABBED");
    forget(order);
    OrderKeys keys = OrderKeys.of(order, namespace, clock.instant());
    cluster.call(c -> c.del(bytes(keys.taken()))).join();

    for (int i = 2; i < 6; i++) {
      grabFrom("198.51.100." + i, order, hot);
      cluster.call(c -> c.del(bytes(keys.record()))).join();
      cluster.call(c -> c.del(bytes(keys.taken()))).join();
    }

    await()
        .untilAsserted(
            () -> {
              assertThat(ledger.totalsOf(hot).taken()).isEqualTo(1);
              assertThat(remaining(hot)).isEqualTo(39);
            });
  }

  private void grabFrom(String ip, String order, long promotion) {
    assertThat(tryGrab(order, promotion, 1, "pat", ip).status()).isIn(200, 201, 409, 503);
  }

  private String grabbed(long promotion, String token) {
    String order = freshOrder();
    tryGrab(order, promotion, token).expect(201);
    return order;
  }

  private Reply tryGrab(String order, long promotion, String token) {
    return api().post("/api/v1/grabs", token, grab(order, promotion, 1, "any", "192.0.2.7"));
  }

  private void inLedger(String order, String status) {
    await()
        .untilAsserted(
            () ->
                assertThat(ledger.itemsOf(order).stream().map(LedgerItem::status))
                    .containsExactly(status));
  }

  /** As its time does, which begins once its id is known to be taken. */
  private void forget(String order) {
    OrderKeys keys = OrderKeys.of(order, namespace, clock.instant());
    byte[] number = bytes(Long.toString(keys.number()));
    await().until(() -> cluster.call(c -> c.sismember(bytes(keys.taken()), number)).join());
    assertThat(cluster.call(c -> c.del(bytes(keys.record()))).join()).isEqualTo(1);
  }
}
