package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Notes that nobody could settle, as operators see them. */
class ParkedNotesApiTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  @Autowired private Orders orders;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void parked_notes_are_shown_page_by_page_and_settled_once_they_are_tried_again() {
    long promotion = onSale(terms(40).buckets(2));
    String order = freshOrder();
    tryGrab(order, promotion, 3).expect(201);
    String readable = orders.find(order).orElseThrow().pending(Kind.GRAB).get(0).encode();
    long now = clock.millis();
    park(promotion, 0, now - 2_000, readable);
    park(promotion, 0, now - 1_000, "order-x|what is this");
    park(promotion, 1, now - 3_000, "order-y|and this");
    String path = "/api/v1/promotions/" + promotion + "/parked-notes";

    List<String> seen = new ArrayList<>();
    Reply first = api().get(path + "?limit=1", OPERATOR).expect(200);
    assertThat(first.at("/items/0/kind").asString()).isEqualTo("GRAB");
    assertThat(first.at("/items/0/quantity").asInt()).isEqualTo(3);
    for (Reply page = first; ; ) {
      page.at("/items").forEach(item -> seen.add(item.path("orderId").asString()));
      if (!page.json().has("nextCursor")) {
        break;
      }
      String next = page.at("/nextCursor").asString();
      page = api().get(path + "?limit=1&cursor=" + next, OPERATOR).expect(200);
    }
    assertThat(seen).containsExactly(order, "order-x", "order-y");

    clock.push(Duration.ofSeconds(30));
    Reply retried = api().post(path + "/retry", OPERATOR, null).expect(200);
    assertThat(retried.at("/retried").asInt()).isEqualTo(3);
    assertThat(api().get(path, OPERATOR).expect(200).at("/items")).isEmpty();
    byte[] pending = bytes(PromotionKeys.of(promotion, 0, namespace).pending());
    await()
        .atMost(LONG)
        .until(() -> cluster.call(c -> c.zscore(pending, bytes(readable))).join() == null);
    assertThat(remaining(promotion)).isEqualTo(37);

    api().get(path + "?cursor=x", OPERATOR).expect(400, "invalid-cursor");
    api().get("/api/v1/promotions/" + freshId() + "/parked-notes", OPERATOR).expect(404);
    assertThat(api().get(path, SERVICE).status()).isEqualTo(403);
  }

  private void park(long promotion, int bucket, long notedAt, String note) {
    byte[] parked = bytes(PromotionKeys.of(promotion, bucket, namespace).parked());
    cluster.call(c -> c.zadd(parked, notedAt, bytes(note))).join();
  }
}
