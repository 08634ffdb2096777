package dev.storefront.flashsale.grab;

import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.units.Units;
import dev.storefront.localstack.testing.WithBackends;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** A producer that no record gets through: what a grab does when Kafka fails it. */
@WithBackends(database = "flash_sale", namespace = "nokafka")
@TestPropertySource(
    properties = {
      "spring.kafka.producer.properties.max.request.size=10",
      "storefront.flash-sale.ledger.mode=kafka"
    })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GrabWithoutKafkaTest extends FlashSaleTest {

  @Autowired private Units units;

  @Test
  @Order(1)
  void without_the_ledgers_acknowledgement_nothing_is_sold_and_the_same_order_may_come_again() {
    long one = onSale(terms(5).limit("PIN", 1));
    long two = onSale(5);
    String order = freshOrder();

    for (int i = 0; i < 2; i++) {
      api()
          .post("/api/v1/grabs", SERVICE, grabBoth(order, one, two, 1, "pat"))
          .expect(503, "unavailable");
      assertThat(remaining(one)).isEqualTo(5);
      assertThat(remaining(two)).isEqualTo(5);
    }
    api().get("/api/v1/grabs/" + order, SERVICE).expect(404, "order-not-found");
    // What the ledger may have stays noted until it is compensated.
    assertThat(units.pending(one, clock.instant(), 10).join()).isNotEmpty();
  }

  @Test
  @Order(2)
  void after_some_failures_grabs_are_refused_at_once() {
    long promotion = onSale(50);

    for (int i = 0; i < 10; i++) {
      tryGrab(promotion);
    }

    assertThat(units.pending(promotion, clock.instant(), 50).join()).hasSizeLessThan(10);
    assertThat(remaining(promotion)).isEqualTo(50);
  }

  private void tryGrab(long promotion) {
    tryGrab(freshOrder(), promotion, 1).expect(503, "unavailable");
  }
}
