package dev.storefront.flashsale.release;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.testing.Consumers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.transaction.support.TransactionTemplate;

/** Whoever pays within the time to pay needs neither Kafka's consumer nor what MySQL knows. */
@HastySale
class LatePaymentTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration LATE = Duration.ofSeconds(90);
  private static final int TO_PAY = 600;

  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private KafkaListenerEndpointRegistry listeners;
  @Autowired private MeterRegistry meters;
  @Autowired private JdbcTemplate db;
  @Autowired private TransactionTemplate transaction;

  @AfterEach
  void goOn() {
    Consumers.resume(listeners);
  }

  @Test
  void until_the_time_to_pay_is_over_an_order_is_decided_without_an_up_to_date_consumer() {
    long promotion =
        onSale(
            terms(10)
                .between(clock.instant().minusSeconds(60), clock.instant().plus(Duration.ofDays(1)))
                .paidWithin(TO_PAY));
    List<String> orders = Stream.generate(FlashSaleTest::freshOrder).limit(3).toList();
    orders.forEach(order -> tryGrab(order, promotion, 1).expect(201));
    await().until(() -> orders.stream().noneMatch(order -> ledger.itemsOf(order).isEmpty()));
    await()
        .untilAsserted(
            () ->
                assertThat(orders)
                    .allMatch(order -> left(order).compareTo(Duration.ofHours(1)) < 0));
    Consumers.pause(listeners);

    // Longer than a record was kept once MySQL had the order.
    await()
        .during(Duration.ofSeconds(2))
        .until(() -> orders.stream().allMatch(order -> left(order).toSeconds() > TO_PAY / 3));
    api().post("/api/v1/grabs/" + orders.get(0) + "/pay", SERVICE, null).expect(200);
    api()
        .post("/api/v1/grabs/" + orders.get(1) + "/cancel", SERVICE, Map.of("reason", "USER"))
        .expect(200);
    clock.push(Duration.ofSeconds(TO_PAY + 1));

    await().untilAsserted(() -> assertThat(remaining(promotion)).isEqualTo(9));
    assertThat(api().get("/api/v1/grabs/" + orders.get(0), SERVICE).at("/status").asString())
        .isEqualTo("PAID");
    assertThat(api().get("/api/v1/grabs/" + orders.get(2), SERVICE).at("/status").asString())
        .isEqualTo("CANCELLED");
  }

  /** Who wants the next page waits for this transaction; who looks how late they are does not. */
  @Test
  void how_late_unpaid_orders_are_is_told_for_as_long_as_nobody_can_take_them() {
    long promotion = onSale(terms(10).paidWithin(TO_PAY));
    String order = freshOrder();
    tryGrab(order, promotion, 1).expect(201);
    await().until(() -> !ledger.itemsOf(order).isEmpty());
    await().atMost(LONG).until(() -> lateMillis() == 0);

    transaction.executeWithoutResult(
        status -> {
          db.queryForList("SELECT * FROM unpaid_round FOR UPDATE");
          clock.push(Duration.ofSeconds(TO_PAY).plus(LATE));
          await().atMost(LONG).until(() -> lateMillis() >= LATE.toMillis());
        });

    await().atMost(LONG).until(() -> lateMillis() == 0);
    assertThat(remaining(promotion)).isEqualTo(10);
  }

  private double lateMillis() {
    return meters.get("storefront.flashsale.unpaid.late").timeGauge().value(MILLISECONDS);
  }

  private Duration left(String order) {
    byte[] key = namespace.key("O_{" + order + "}").getBytes(StandardCharsets.UTF_8);
    return Duration.ofMillis(cluster.call(c -> c.pttl(key)).join());
  }
}
