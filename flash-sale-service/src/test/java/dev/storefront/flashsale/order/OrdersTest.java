package dev.storefront.flashsale.order;

import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;

class OrdersTest extends FlashSaleTest {

  private static final Duration RECORD_KEPT = Duration.ofMinutes(10);
  private static final Map<String, String> USER = Map.of("reason", "USER");

  @Autowired private Orders orders;
  @Autowired private LedgerRoute route;
  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private KafkaTemplate<String, byte[]> kafka;
  @Autowired private KafkaListenerEndpointRegistry listeners;
  private TopicPartition late;

  @AfterEach
  void goOn() {
    if (late != null) {
      listeners.getListenerContainers().forEach(consumer -> consumer.resumePartition(late));
    }
  }

  @Test
  void clicks_at_the_same_millisecond_are_one_attempt() {
    String id = freshOrder();
    Orders.Claim first = claim(id, 7, "pat");
    Orders.Claim second = claim(id, 7, "pat");

    assertThat(first.code()).isEqualTo(ClaimCode.CLAIMED);
    assertThat(second.code()).isEqualTo(ClaimCode.JOINED);
    assertThat(second.order()).isEqualTo(first.order());
    assertThat(claim(id, 8, "pat").code()).isEqualTo(ClaimCode.CONFLICT);
    assertThat(claim(id, 7, "pit").code()).isEqualTo(ClaimCode.CONFLICT);
  }

  @Test
  void an_attempt_is_not_confirmed_later_than_its_time() {
    Order inTime = claim(freshOrder(), 7, "pat").order();
    Order late = claim(freshOrder(), 7, "pat").order();
    age(inTime, Orders.CONFIRM_WITHIN.minusSeconds(5));
    age(late, Orders.CONFIRM_WITHIN.plusMillis(1));

    assertThat(confirm(inTime).moved()).isTrue();
    Orders.Move refused = confirm(late);

    assertThat(refused.moved()).isFalse();
    assertThat(refused.order()).map(Order::status).contains(OrderStatus.CLAIMED);
  }

  @Test
  void an_attempt_that_nothing_remembers_leaves_no_record_unless_a_duplicate_has_joined_it() {
    Order alone = claim(freshOrder(), 7, "pat").order();
    Order joined = claim(freshOrder(), 7, "pat").order();
    claim(joined.orderId(), 7, "pat");

    for (Order order : List.of(alone, joined)) {
      orders.refuse(order);
      orders.free(order, true);
    }

    assertThat(status(alone)).isEmpty();
    assertThat(status(joined)).contains(OrderStatus.FREE);
    assertThat(claim(joined.orderId(), 8, "pit").order().attempt()).isGreaterThan(joined.attempt());
  }

  @Test
  void a_record_of_an_earlier_generation_decides_nothing() {
    longAfterFallBacks();
    Order order = claim(freshOrder(), 7, "pat").order();
    set(order.orderId(), "generation", "0");

    assertThat(confirm(order).order()).isEmpty();
    assertThat(orders.refuse(order).order()).isEmpty();
    assertThat(orders.onRecord(order.orderId(), order.attempt())).isEmpty();
    Orders.Claim again = claim(order.orderId(), 8, "pit");
    assertThat(again.code()).isEqualTo(ClaimCode.CLAIMED);
    assertThat(again.order().attempt()).isGreaterThan(order.attempt());
  }

  @Test
  void an_attempt_that_is_left_by_one_call_can_begin_again_only_when_all_have_left_it() {
    String id = freshOrder();
    Orders.Claim first = claim(id, 7, "pat");
    Orders.Claim second = claim(id, 7, "pat");

    orders.leave(second, true);
    orders.leave(second, true);

    assertThat(status(first.order())).contains(OrderStatus.REFUSED);
    assertThat(claim(id, 7, "pat").code()).isEqualTo(ClaimCode.COMPENSATING);
    assertThat(confirm(first.order()).moved()).isFalse();
    orders.leave(first, true);
    assertThat(status(first.order())).contains(OrderStatus.FREE);
    Orders.Claim alone = claim(id, 7, "pat");
    assertThat(alone.code()).isEqualTo(ClaimCode.CLAIMED);
    orders.leave(alone, true);
    assertThat(status(alone.order())).isEmpty();
  }

  @Test
  void an_attempt_that_is_over_stays_over_whatever_the_generation() {
    longAfterFallBacks();
    Order refused = claim(freshOrder(), 7, "pat").order();
    Order freed = claim(freshOrder(), 7, "pat").order();
    Order cancelled = claim(freshOrder(), 7, "pat").order();
    orders.refuse(refused);
    orders.refuse(freed);
    orders.free(freed, false);
    orders.cancel(cancelled, Set.of(OrderStatus.CLAIMED), CancelReason.USER);
    for (Order order : List.of(refused, freed, cancelled)) {
      set(order.orderId(), "generation", "0");
      assertThat(confirm(order).moved()).isFalse();
    }

    assertThat(status(refused)).contains(OrderStatus.REFUSED);
    assertThat(status(freed)).contains(OrderStatus.FREE);
    assertThat(status(cancelled)).contains(OrderStatus.CANCELLED);
    assertThat(claim(refused.orderId(), 7, "pat").code()).isEqualTo(ClaimCode.COMPENSATING);
    assertThat(claim(freed.orderId(), 7, "pat").code()).isEqualTo(ClaimCode.CLAIMED);
    assertThat(claim(cancelled.orderId(), 7, "pat").code()).isEqualTo(ClaimCode.CONFLICT);
  }

  @Test
  void what_redis_may_have_lost_of_an_order_mysql_knows() {
    long promotion = onSale(10);
    String id = freshOrder();
    tryGrab(id, promotion, 1).expect(201);
    api().post("/api/v1/grabs/" + id + "/pay", SERVICE, null).expect(200);
    await().untilAsserted(() -> assertThat(ledger.itemsOf(id).get(0).status()).isEqualTo("PAID"));
    set(id, "status", "GRABBED");
    assertThat(orders.find(id)).map(Order::status).contains(OrderStatus.GRABBED);

    set(id, "generation", "0");

    assertThat(orders.find(id)).map(Order::status).contains(OrderStatus.PAID);
    api()
        .post("/api/v1/grabs/" + id + "/cancel", SERVICE, Map.of("reason", "PAYMENT_TIMEOUT"))
        .expect(409, "grab-paid");
    long other = onSale(10);
    tryGrab(id, other, 1).expect(409, "order-conflict");
    tryGrab(id, promotion, 1).expect(200);
    assertThat(remaining(promotion)).isEqualTo(9);
  }

  @Test
  void a_record_outlives_the_time_to_pay_by_a_while_once_mysql_has_all_of_the_order() {
    String id = freshOrder();
    Instant expiresAt =
        Instant.parse(
            api()
                .post("/api/v1/grabs", SERVICE, grabBoth(id, onSale(10), onSale(10), 1, "pat"))
                .expect(201)
                .at("/expiresAt")
                .asString());
    Duration toPay = Duration.between(clock.instant(), expiresAt);
    Duration most = toPay.plus(RECORD_KEPT).plusSeconds(2);

    await().untilAsserted(() -> assertThat(leftByTheService(id)).isLessThanOrEqualTo(most));
    assertThat(leftByTheService(id)).isGreaterThan(toPay.plus(RECORD_KEPT).minusMinutes(1));
    cluster.call(c -> c.persist(key(id))).join();
    api().post("/api/v1/grabs/" + id + "/pay", SERVICE, null).expect(200);
    await()
        .untilAsserted(
            () -> assertThat(leftByTheService(id)).isBetween(toPay.minusMinutes(1), most));
    api().post("/api/v1/grabs/" + id + "/cancel", SERVICE, USER).expect(200);
    await()
        .untilAsserted(
            () -> assertThat(leftByTheService(id)).isBetween(Duration.ZERO, RECORD_KEPT));
  }

  @Test
  void a_record_is_not_retired_by_what_the_ledger_has_of_an_earlier_status_or_attempt() {
    Order order = claim(freshOrder(), 7, "pat").order();
    Instant nextWeek = clock.instant().plus(Duration.ofDays(7));
    orders.confirm(order, order.items(), clock.instant(), nextWeek).join();
    orders.pay(order);

    route.append(order.entries(Kind.GRAB, clock.instant())).join();
    await().untilAsserted(() -> assertThat(ledger.itemsOf(order.orderId())).hasSize(1));
    await()
        .untilAsserted(() -> assertThat(field(order.orderId(), "stored:7")).isEqualTo("GRABBED"));

    assertThat(left(order.orderId())).isGreaterThan(Duration.ofDays(6));
  }

  @Test
  void of_an_order_that_mysql_has_a_part_of_nobody_says_anything_until_it_has_the_rest() {
    long one = onSale(10);
    long other = onPartitionOtherThan(one);
    String id = freshOrder();
    Map<String, Object> both = grabBoth(id, one, other, 1, "pat");
    late = partitionOf(other);
    listeners.getListenerContainers().forEach(consumer -> consumer.pausePartition(late));
    await().until(() -> isPaused(late));
    api().post("/api/v1/grabs", SERVICE, both).expect(201);
    await().untilAsserted(() -> assertThat(ledger.itemsOf(id)).hasSize(1));
    set(id, "generation", "0");

    // At the same time, for each waits for MySQL.
    Stream.<Supplier<Reply>>of(
            () -> api().get("/api/v1/grabs/" + id, SERVICE),
            () -> api().post("/api/v1/grabs/" + id + "/cancel", SERVICE, USER),
            () -> api().post("/api/v1/grabs", SERVICE, both))
        .map(CompletableFuture::supplyAsync)
        .toList()
        .forEach(reply -> reply.join().expect(503, "unavailable"));
    goOn();

    await()
        .untilAsserted(
            () ->
                assertThat(api().get("/api/v1/grabs/" + id, SERVICE).expect(200).at("/items"))
                    .hasSize(2));
    api().post("/api/v1/grabs", SERVICE, both).expect(200);
    api().post("/api/v1/grabs/" + id + "/cancel", SERVICE, USER).expect(200);
    assertThat(List.of(remaining(one), remaining(other))).containsExactly(10, 10);
  }

  @Test
  void of_what_kafka_never_acknowledged_a_part_of_came_to_nothing() {
    long one = onSale(10);
    long other = onSale(10);
    Order order =
        orders
            .claim(
                new Orders.Draft(
                    freshOrder(),
                    List.of(new OrderItem(one, 1), new OrderItem(other, 1)),
                    "pat",
                    "192.0.2.7",
                    true))
            .join()
            .order();
    route.append(order.entries(Kind.GRAB, clock.instant()).subList(0, 1)).join();
    await().untilAsserted(() -> assertThat(ledger.itemsOf(order.orderId())).hasSize(1));
    cluster.call(c -> c.del(key(order.orderId()))).join();

    api().get("/api/v1/grabs/" + order.orderId(), SERVICE).expect(404, "order-not-found");
    assertThat(orders.pay(order)).map(Order::status).contains(OrderStatus.FREE);
  }

  private long onPartitionOtherThan(long promotion) {
    long other = onSale(10);
    while (partitionOf(other).equals(partitionOf(promotion))) {
      other = onSale(10);
    }
    return other;
  }

  private TopicPartition partitionOf(long promotion) {
    String topic = namespace.topic("flash-sale-ledger");
    return new TopicPartition(
        topic,
        Utils.toPositive(Utils.murmur2(bytes(Long.toString(promotion))))
            % kafka.partitionsFor(topic).size());
  }

  private boolean isPaused(TopicPartition partition) {
    return listeners.getListenerContainers().stream()
        .anyMatch(consumer -> consumer.isPartitionPaused(partition));
  }

  private Orders.Claim claim(String id, long promotion, String pin) {
    return orders
        .claim(new Orders.Draft(id, List.of(new OrderItem(promotion, 1)), pin, "192.0.2.7", true))
        .join();
  }

  private Orders.Move confirm(Order order) {
    return orders
        .confirm(order, order.items(), clock.instant(), clock.instant().plus(Duration.ofDays(7)))
        .join();
  }

  private Optional<OrderStatus> status(Order order) {
    return orders.onRecord(order.orderId(), order.attempt()).map(Order::status);
  }

  /** Makes its claim that much older, by the clock of the record's server. */
  private void age(Order order, Duration by) {
    long left = left(order.orderId()).minus(by).toMillis();
    cluster.call(c -> c.pexpire(key(order.orderId()), left)).join();
  }

  private Duration left(String id) {
    return Duration.ofMillis(cluster.call(c -> c.pttl(key(id))).join());
  }

  private Duration leftByTheService(String id) {
    return left(id).minus(ahead());
  }

  private String field(String id, String field) {
    byte[] value = cluster.call(c -> c.hget(key(id), bytes(field))).join();
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  private void set(String id, String field, String value) {
    cluster.call(c -> c.hset(key(id), bytes(field), bytes(value))).join();
  }

  private byte[] key(String id) {
    return bytes(namespace.key("O_{" + id + "}"));
  }
}
