package dev.storefront.localstack.tour;

import dev.storefront.localstack.demo.DemoSale;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;

/**
 * A buyer of its own for each run: what others hold, or a tour that was broken off, limits none.
 */
final class FlashSaleExample implements Example {

  private final URI flashSale;
  private final DemoSale sale;
  private final String order;
  private final Identity buyer;

  FlashSaleExample(Suite suite, DemoSale sale, Clock clock) {
    this.flashSale = suite.flashSale();
    this.sale = sale;
    this.order = "tour-" + clock.instant().getEpochSecond();
    this.buyer = Identity.user(order);
  }

  @Override
  public String service() {
    return "flash-sale-service";
  }

  @Override
  public String question() {
    return "can I have two of the thousand?";
  }

  @Override
  public void show(Guide guide) {
    OptionalLong on = sale.promotionId();
    if (on.isEmpty()) {
      guide.fail("No sale is on; './storefront demo' opens one");
      return;
    }
    long promotion = on.getAsLong();
    guide
        .ask("The sale", ApiRequest.get(flashSale, "/api/v1/promotions/" + promotion))
        .expectStatus(200)
        .expect("/state", "ONGOING");
    grabAndGiveBack(guide, promotion);
  }

  private void grabAndGiveBack(Guide guide, long promotion) {
    ApiRequest grab = grab(order, promotion, DemoSale.LIMIT);
    guide
        .ask("A customer grabs all that one may have", grab)
        .expectStatus(201)
        .expect("/status", "GRABBED");
    guide
        .ask("Her click was a double click: the same order, the same answer", grab)
        .expectStatus(200)
        .expect("/status", "GRABBED");
    guide
        .ask("Another order is one too many", grab(order + "-b", promotion, 1))
        .expectStatus(409)
        .expect("/code", "limit-reached");
    guide
        .ask(
            "She changes her mind",
            ApiRequest.post(flashSale, "/api/v1/grabs/" + order + "/cancel")
                .as(buyer)
                .json(Json.object("reason", "USER")))
        .expectStatus(200);
    guide
        .ask("Her order", ApiRequest.get(flashSale, "/api/v1/grabs/" + order).as(buyer))
        .expectStatus(200)
        .expect("/status", "CANCELLED");
  }

  private ApiRequest grab(String order, long promotion, int quantity) {
    return ApiRequest.post(flashSale, "/api/v1/grabs")
        .as(buyer)
        .json(
            Json.object("orderId", order)
                .and(
                    "items",
                    List.of(Json.object("promotionId", promotion).and("quantity", quantity))));
  }
}
