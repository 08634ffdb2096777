package dev.storefront.flashsale.order;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** An order's record goes ten minutes after its grab; its id remains its own. */
class EarlierOrdersTest extends FlashSaleTest {

  private static final String ALICE = TestTokens.user("alice");
  private static final String BOB = TestTokens.user("bob");

  @Autowired private Ledger ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

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

  private void forget(String order) {
    byte[] key = namespace.key("O_{" + order + "}").getBytes(StandardCharsets.UTF_8);
    assertThat(cluster.call(c -> c.del(key)).join()).isEqualTo(1);
  }
}
