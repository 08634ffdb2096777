package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.testing.Consumers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.LossyRedis;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.test.context.TestPropertySource;

/** A Redis, all of the service's in this test, that comes back with what it knew a while ago. */
@WithBackends(database = "flash_sale", namespace = "lossy", redisClusters = "lossy")
@Import(LossyRedis.class)
@TestPropertySource(properties = {LossyRedis.LEASE, "storefront.flash-sale.lost-ids-asked-for=1h"})
@NotOnContainers
class LostHistoryTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;

  @Autowired private KafkaListenerEndpointRegistry listeners;
  @Autowired private ScriptRunner scripts;
  @Autowired private Namespace namespace;
  @Autowired private DataSource database;

  private final Faults faults = TestBackends.shared().faults();

  @AfterEach
  void goOn() {
    faults.start(LossyRedis.SERVER);
    Consumers.resume(listeners);
  }

  @Test
  void what_was_sold_is_not_sold_again_by_a_redis_that_forgot_it() throws IOException {
    long promotion = onSale(5);
    tryGrab(promotion, 3).expect(201);
    OldFiles old = OldFiles.of(LossyRedis.SERVER, folder);
    tryGrab(promotion, 2).expect(201);

    old.fallBack(faults);

    Reply refused = await().atMost(LONG).until(() -> tryGrab(promotion, 1), this::isAnswered);
    refused.expect(503, "recovering");
    assertThat(refused.header("Retry-After")).isNotEmpty();
    assertThat(refused.at("/promotionId").asLong()).isEqualTo(promotion);

    await().atMost(LONG).until(() -> hastened(tryGrab(promotion, 1)).code().equals("sold-out"));
    assertThat(remaining(promotion)).isZero();
    tryGrab(onSale(1), 1).expect(201);
  }

  @Test
  void an_id_whose_order_redis_forgot_is_not_free_for_another_content() throws IOException {
    long first = onSale(5);
    long other = onSale(5);
    String order = freshOrder();
    tryGrab(order, first, 2).expect(201);

    OldFiles.loseAll(LossyRedis.SERVER, faults);

    await().atMost(LONG).until(() -> hastened(tryGrab(other, 1)).status() == 201);
    decided(() -> tryGrab(order, other, 1)).expect(409, "order-conflict");
    Reply shown = decided(() -> api().get("/api/v1/grabs/" + order, SERVICE)).expect(200);
    assertThat(shown.at("/items/0/promotionId").asLong()).isEqualTo(first);
    decided(() -> tryGrab(order, first, 2)).expect(200);
    api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null).expect(200);
    assertThat(remaining(other)).isEqualTo(4);
  }

  @Test
  void no_id_that_redis_may_have_forgotten_begins_anything_while_mysql_is_behind()
      throws IOException {
    long first = onSale(5);
    long other = onSale(5);
    String order = freshOrder();
    Consumers.pause(listeners);
    tryGrab(order, first, 2).expect(201);

    loseAll(order);

    tryGrab(order, other, 1).expect(503, "unavailable");
    tryGrab(freshOrder(), other, 1).expect(503, "unavailable");
    goOn();
    decided(() -> tryGrab(order, other, 1)).expect(409, "order-conflict");
    decided(() -> tryGrab(freshOrder(), other, 5)).expect(201);
  }

  @Test
  void once_mysql_had_all_of_before_neither_it_nor_kafka_has_to_keep_up() throws IOException {
    long promotion = onSale(5);
    String order = freshOrder();
    tryGrab(order, promotion, 1).expect(201);
    loseAll(order);
    decided(() -> tryGrab(freshOrder(), promotion, 1)).expect(201);

    Consumers.pause(listeners);

    String next = freshOrder();
    tryGrab(next, promotion, 1).expect(201);
    tryGrab(freshOrder(), promotion, 1).expect(201);
    tryGrab(next, promotion, 1).expect(200);
    api().get("/api/v1/grabs/" + order, SERVICE).expect(200);
    api().get("/api/v1/grabs/" + freshOrder(), SERVICE).expect(404);
  }

  @Test
  void long_after_a_redis_fell_back_mysql_is_not_asked_for_unknown_orders()
      throws IOException, SQLException {
    String any = freshOrder();
    loseAll(any);
    clock.push(Duration.ofHours(25));
    long promotion = onSale(5);

    try (Connection admin = database.getConnection();
        Statement sql = admin.createStatement()) {
      sql.execute("LOCK TABLES grab_item WRITE, grab_ledger WRITE");
      try {
        tryGrab(any, promotion, 1).expect(201);
      } finally {
        sql.execute("UNLOCK TABLES");
      }
    }
  }

  @Test
  void later_new_orders_go_on_without_mysql_and_lost_ones_are_unknown_to_nobody()
      throws IOException {
    long before = onSale(5);
    String order = freshOrder();
    Consumers.pause(listeners);
    tryGrab(order, before, 2).expect(201);
    loseAll(order);
    clock.push(Duration.ofHours(2));

    tryGrab(freshOrder(), onSale(5), 1).expect(201);
    api().get("/api/v1/grabs/" + order, SERVICE).expect(503, "unavailable");
    goOn();
    decided(() -> api().get("/api/v1/grabs/" + order, SERVICE)).expect(200);
  }

  @Test
  void an_order_that_redis_forgot_is_not_unknown_while_mysql_is_behind() throws IOException {
    long promotion = onSale(5);
    String order = freshOrder();
    Consumers.pause(listeners);
    tryGrab(order, promotion, 2).expect(201);

    loseAll(order);

    String path = "/api/v1/grabs/" + order;
    // At the same time, for each waits for MySQL.
    Stream.<Supplier<Reply>>of(
            () -> api().get(path, SERVICE),
            () -> api().post(path + "/cancel", SERVICE, Map.of("reason", "USER")),
            () -> api().post(path + "/pay", SERVICE, null))
        .map(CompletableFuture::supplyAsync)
        .toList()
        .forEach(reply -> reply.join().expect(503, "unavailable"));
    goOn();

    decided(() -> api().post(path + "/pay", SERVICE, null)).expect(200);
    assertThat(api().get(path, SERVICE).expect(200).at("/status").asString()).isEqualTo("PAID");
    decided(() -> api().get("/api/v1/grabs/" + freshOrder(), SERVICE)).expect(404);
  }

  @Test
  void what_is_left_of_a_sale_that_redis_forgot_is_not_told_while_mysql_is_behind()
      throws IOException {
    Terms terms = terms(10);
    long promotion = onSale(terms);
    String one = "/api/v1/promotions/" + promotion;
    String list = "/api/v1/promotions?skuId=" + terms.toJson().get("skuId");
    Consumers.pause(listeners);
    String order = freshOrder();
    tryGrab(order, promotion, 10).expect(201);

    faults.kill(LossyRedis.SERVER);
    api().get(list, OPERATOR).expect(503, "unavailable");
    loseAll(order);
    api().get(one, null).expect(503, "unavailable");
    api().get(list, OPERATOR).expect(503, "unavailable");
    goOn();

    Reply shown = decided(() -> api().get(one, null)).expect(200);
    assertThat(shown.at("/remaining").asInt(-1)).isZero();
    assertThat(shown.at("/state").asString()).isEqualTo("SOLD_OUT");
    assertThat(shown.at("/currentPrice")).isEqualTo(shown.at("/price/listPrice"));
    assertThat(api().get(list, OPERATOR).expect(200).at("/items/0/remaining").asInt(-1)).isZero();
  }

  /** Returns once the service has found it. */
  private void loseAll(String order) throws IOException {
    Instant before = clock.instant();
    OldFiles.loseAll(LossyRedis.SERVER, faults);
    String key = namespace.key("O_{" + order + "}");
    await().atMost(LONG).until(() -> scripts.fellBackAfter(key, before));
  }

  /** What comes of a call that is made again until it is answered. */
  private Reply decided(Supplier<Reply> call) {
    return await()
        .pollDelay(Duration.ZERO)
        .atMost(LONG)
        .until(() -> hastened(call.get()), reply -> reply.status() != 503);
  }

  private boolean isAnswered(Reply reply) {
    return !reply.code().equals("unavailable");
  }

  private Reply tryGrab(long promotion, int quantity) {
    return tryGrab(freshOrder(), promotion, quantity);
  }
}
