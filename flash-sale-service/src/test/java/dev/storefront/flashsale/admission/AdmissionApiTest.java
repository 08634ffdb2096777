package dev.storefront.flashsale.admission;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that come through a proxy: this machine is a trusted one. */
@HastySale
class AdmissionApiTest extends FlashSaleTest {

  @Test
  void a_limit_per_address_counts_by_the_address_that_the_proxy_tells() {
    long promotion = onSale(terms(10).limit("IP", 1));

    from("X-Forwarded-For", "198.51.100.1", "ann", promotion).expect(201);
    from("X-Forwarded-For", "203.0.113.5, 198.51.100.1", "ben", promotion)
        .expect(409, "limit-reached");
    from("Forwarded", "for=\"198.51.100.1:999\"", "cat", promotion).expect(409, "limit-reached");
    from("Forwarded", "for=198.51.100.2", "dan", promotion).expect(201);
  }

  @Test
  void what_a_client_writes_into_the_other_header_is_found_out() {
    long promotion = onSale(10);

    post(
            Map.of("X-Forwarded-For", "198.51.100.1", "Forwarded", "for=198.51.100.2"),
            "ann",
            promotion)
        .expect(400, "invalid-request");
    post(
            Map.of("X-Forwarded-For", "198.51.100.1", "Forwarded", "for=198.51.100.1"),
            "ann",
            promotion)
        .expect(201);
  }

  @Test
  void a_header_as_long_as_it_may_be_that_cannot_be_read_says_nothing() {
    long promotion = onSale(10);

    from("Forwarded", "x".repeat(6_000), "ann", promotion).expect(201);
    from("X-Forwarded-For", "x".repeat(6_000), "ann", promotion).expect(201);
  }

  @Test
  void a_body_far_longer_than_an_order_is_refused() {
    api()
        .post("/api/v1/grabs", SERVICE, "{\"pin\": \"" + "x".repeat(70_000) + "\"}")
        .expect(413, "body-too-large");
  }

  private Reply from(String header, String value, String user, long promotion) {
    return post(Map.of(header, value), user, promotion);
  }

  private Reply post(Map<String, String> headers, String user, long promotion) {
    return api()
        .with(headers)
        .post(
            "/api/v1/grabs",
            TestTokens.user(user),
            Map.of(
                "orderId",
                freshOrder(),
                "items",
                List.of(Map.of("promotionId", promotion, "quantity", 1))));
  }
}
