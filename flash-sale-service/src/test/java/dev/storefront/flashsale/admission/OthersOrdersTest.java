package dev.storefront.flashsale.admission;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eve tries every call on an order of Pat's. */
class OthersOrdersTest extends FlashSaleTest {

  private static final String EVE = TestTokens.user("eve");
  private static final String PAT = TestTokens.user("pat");

  @ParameterizedTest
  @ValueSource(strings = {"GRABBED", "PAID", "CANCELLED"})
  void anothers_order_looks_exactly_like_none_whatever_became_of_it(String status) {
    long promotion = onSale(10);
    String order = orderOfPats(promotion, status);

    assertSameReply(order, get(order), get("no-such-order"));
    assertSameReply(order, cancelAsEve(order), cancelAsEve("no-such-order"));
    get(order).expect(404, "order-not-found");
    cancelAsEve(order).expect(404, "order-not-found");
    assertThat(statusOf(order)).isEqualTo(status);
  }

  @Test
  void an_order_id_that_is_taken_says_nothing_of_whose_order_it_is() {
    long promotion = onSale(10);
    String order = orderOfPats(promotion, "GRABBED");
    String own = freshOrder();
    grabAs(EVE, own, promotion, 1).expect(201);

    Reply conflict = grabAs(EVE, order, promotion, 1).expect(409, "order-conflict");

    assertThat(conflict.json()).isEqualTo(grabAs(EVE, own, promotion, 2).json());
    assertThat(conflict.json().toString()).doesNotContain("pat", "GRABBED", order);
    assertThat(statusOf(order)).isEqualTo("GRABBED");
  }

  @Test
  void pin_and_address_of_a_users_body_count_for_nothing() {
    long promotion = onSale(terms(10).limit("PIN", 1));
    String order = freshOrder();
    api().post("/api/v1/grabs", EVE, grab(order, promotion, 1, "pat", "192.0.2.1")).expect(201);

    api().get("/api/v1/grabs/" + order, PAT).expect(404, "order-not-found");
    api().get("/api/v1/grabs/" + order, EVE).expect(200);
    grabAs(PAT, freshOrder(), promotion, 1).expect(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /api/v1/grabs/%s/pay",
        "GET /api/v1/reconciliation?promotionId=1",
        "POST /api/v1/promotions",
        "POST /api/v1/promotions/1/approve",
        "POST /api/v1/promotions/1/stop",
      })
  void what_is_not_for_users_is_closed_to_them(String call) {
    String order = orderOfPats(onSale(10), "GRABBED");
    String path = call.substring(call.indexOf(' ') + 1).formatted(order);

    Reply reply = call.startsWith("GET") ? api().get(path, EVE) : api().post(path, EVE, Map.of());

    reply.expect(403, "forbidden");
    assertThat(statusOf(order)).isEqualTo("GRABBED");
  }

  private String orderOfPats(long promotion, String status) {
    String order = freshOrder();
    grabAs(PAT, order, promotion, 1).expect(201);
    if (status.equals("PAID")) {
      api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null).expect(200);
    } else if (status.equals("CANCELLED")) {
      api().post("/api/v1/grabs/" + order + "/cancel", PAT, Map.of("reason", "USER")).expect(200);
    }
    return order;
  }

  private static void assertSameReply(String order, Reply ofPats, Reply ofNone) {
    assertThat(ofPats.status()).isEqualTo(ofNone.status());
    assertThat(ofPats.json().toString())
        .isEqualTo(ofNone.json().toString().replace("no-such-order", order));
  }

  private Reply get(String order) {
    return api().get("/api/v1/grabs/" + order, EVE);
  }

  private Reply cancelAsEve(String order) {
    return api().post("/api/v1/grabs/" + order + "/cancel", EVE, Map.of("reason", "USER"));
  }

  private Reply grabAs(String token, String order, long promotion, int quantity) {
    return api()
        .post(
            "/api/v1/grabs",
            token,
            Map.of(
                "orderId",
                order,
                "items",
                List.of(Map.of("promotionId", promotion, "quantity", quantity))));
  }

  private String statusOf(String order) {
    return api().get("/api/v1/grabs/" + order, SERVICE).expect(200).at("/status").asString();
  }
}
