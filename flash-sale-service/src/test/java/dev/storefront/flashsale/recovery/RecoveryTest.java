package dev.storefront.flashsale.recovery;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.flashsale.testing.Consumers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.flashsale.units.Units;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/** Promotions whose keys Redis lost, or that an operator has rebuilt. */
class RecoveryTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final long FENCE = 1;
  private static final Duration CLOSED = Duration.ofSeconds(12);
  private static final Duration SOME_PASSES = Duration.ofSeconds(3);
  private static final Duration LONG_AGO = Duration.ofMinutes(3);

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private OffsetBarriers barriers;
  @Autowired private Orders orders;
  @Autowired private Units units;
  @Autowired private RecoveryProperties properties;
  @Autowired private RecoveryTable table;
  @Autowired private JdbcClient db;
  @Autowired private MeterRegistry meters;
  @Autowired private PromotionRebuild rebuild;
  @Autowired private Promotions promotions;
  @Autowired private SweepLease lease;
  @Autowired private KafkaListenerEndpointRegistry listeners;

  @AfterEach
  void goOn() {
    clock.goOn();
    db.sql("UPDATE sweep_lease SET leased_until = 0").update();
    Consumers.resume(listeners);
  }

  @Test
  void what_redis_lost_is_closed_and_rebuilt_by_itself() {
    long promotion = onSale(terms(10).limit("PIN", 3));
    String kept = freshOrder();
    Reply first = tryGrab(kept, promotion, 2, "pat").expect(201);
    String cancelled = freshOrder();
    tryGrab(cancelled, promotion, 3, "sam").expect(201);
    cancel(cancelled);

    lose(promotion, kept, cancelled);
    tryGrab(freshOrder(), promotion, 1, "kim").expect(503, "recovering");
    pushOnceClosed(promotion);

    open(promotion);
    assertThat(tryGrab(kept, promotion, 2, "pat").expect(200).at("/items"))
        .isEqualTo(first.at("/items"));
    tryGrab(cancelled, promotion, 3, "sam").expect(409, "order-conflict");
    tryGrab(freshOrder(), promotion, 2, "pat").expect(409, "limit-reached");
    tryGrab(freshOrder(), promotion, 3, "sam").expect(201);
    tryGrab(freshOrder(), promotion, 3, "x1").expect(201);
    tryGrab(freshOrder(), promotion, 2, "x2").expect(201);
    tryGrab(freshOrder(), promotion, 1, "x3").expect(409, "sold-out");
    booksAgree(promotion, 10);
  }

  /** Its record comes from the call that approves it; to rebuild it would close it for nothing. */
  @Test
  void what_is_being_approved_is_looked_for_once_its_call_can_write_no_record_any_more() {
    Terms terms = terms(10);
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);

    approved(terms.promotionId(), clock.instant());
    Set<Long> lookedFor = new HashSet<>();
    assertThat(promotions.forEachNotOver(lookedFor::addAll)).as("no round is over").isFalse();
    assertThat(lookedFor).doesNotContain(terms.promotionId());

    approved(terms.promotionId(), clock.instant().minusSeconds(6));
    promotions.forEachNotOver(lookedFor::addAll);
    assertThat(lookedFor).contains(terms.promotionId());
  }

  private void approved(long promotion, Instant at) {
    db.sql("UPDATE promotion SET approved_at = ? WHERE promotion_id = ?")
        .params(at.toEpochMilli(), promotion)
        .update();
  }

  /** As a MySQL that fell back after it was found to have all. */
  @Test
  void what_agrees_with_a_ledger_that_lacks_orders_is_not_opened() {
    long promotion = onSale(10);
    nobodyLooksForLosses();
    Consumers.pause(listeners);
    tryGrab(freshOrder(), promotion, 7, "pat").expect(201);
    rebuild.close(promotion, FENCE);

    assertThatThrownBy(() -> rebuild.fill(promotion, FENCE, read -> {}))
        .isInstanceOf(BackendUnavailableException.class);
    assertThat(promotions.isComplete(promotion).join()).isFalse();

    Consumers.resume(listeners);
    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();
    assertThat(rebuild.fill(promotion, FENCE, read -> {})).isEmpty();
    tryGrab(freshOrder(), promotion, 4, "kim").expect(409, "sold-out");
    booksAgree(promotion, 7);
  }

  private void nobodyLooksForLosses() {
    db.sql("UPDATE sweep_lease SET owner = 'another', leased_until = ?")
        .param(Long.MAX_VALUE)
        .update();
    await().atMost(LONG).until(() -> !lease.isMine());
  }

  @Test
  void what_is_still_in_the_topic_is_waited_for_and_counted() {
    long promotion = onSale(10);
    Consumers.pause(listeners);
    String[] orders = {freshOrder(), freshOrder()};
    for (String order : orders) {
      tryGrab(order, promotion, 3, "pat").expect(201);
    }

    lose(promotion, orders);
    long recovery = recover(promotion);
    pushOnceClosed(promotion);

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(viewOf(recovery).at("/waitingFor").asString("")).isEqualTo("LEDGER"));
    tryGrab(freshOrder(), promotion, 1, "kim").expect(503, "recovering");
    assertThat(viewOf(recovery).at("/failures")).isEmpty();
    closedEarlier(promotion, LONG_AGO);
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(viewOf(recovery).at("/failures/0/reason").asString(""))
                    .startsWith("Not all in MySQL: the ledger's partition "));
    goOn();
    awaitDone(recovery, LONG);
    assertThat(viewOf(recovery).at("/failures")).isEmpty();
    assertThat(viewOf(recovery).at("/rowsRead").asInt()).isEqualTo(2);
    booksAgree(promotion, 6);
    tryGrab(freshOrder(), promotion, 5, "kim").expect(409, "sold-out");
    tryGrab(freshOrder(), promotion, 4, "kim").expect(201);
  }

  @Test
  void a_rebuild_of_what_is_intact_changes_nothing_also_while_orders_are_cancelled() {
    long promotion = onSale(terms(1_000).limit("IP_AND_PIN", 300));
    List<String> orders = IntStream.range(0, 200).mapToObj(i -> freshOrder()).toList();
    orders.forEach(order -> tryGrab(order, promotion, 1, "pat").expect(201));

    long recovery = recover(promotion);
    List<CompletableFuture<Void>> cancellations =
        orders.subList(0, 100).stream()
            .map(order -> CompletableFuture.runAsync(() -> cancel(order)))
            .toList();
    pushOnceClosed(promotion);
    cancellations.forEach(CompletableFuture::join);
    awaitDone(recovery, LONG);

    booksAgree(promotion, 100);
    tryGrab(freshOrder(), promotion, 201, "pat").expect(409, "limit-reached");
    tryGrab(freshOrder(), promotion, 200, "pat").expect(201);
  }

  @Test
  void what_was_all_cancelled_is_rebuilt() {
    long promotion = onSale(10);
    String order = freshOrder();
    tryGrab(order, promotion, 10, "pat").expect(201);
    cancel(order);

    lose(promotion, order);
    long recovery = recover(promotion);
    pushOnceClosed(promotion);
    awaitDone(recovery, LONG);

    tryGrab(order, promotion, 1, "pat").expect(409, "order-conflict");
    tryGrab(freshOrder(), promotion, 10, "pat").expect(201);
  }

  @Test
  void a_stopped_promotion_stays_stopped() {
    long promotion = onSale(10);
    tryGrab(freshOrder(), promotion, 2, "pat").expect(201);
    api().post("/api/v1/promotions/" + promotion + "/stop", OPERATOR, null).expect(200);
    lose(promotion);

    long recovery = recover(promotion);
    pushOnceClosed(promotion);
    awaitDone(recovery, LONG);

    tryGrab(freshOrder(), promotion, 1, "kim").expect(409, "stopped");
    booksAgree(promotion, 2);
  }

  @Test
  void two_who_ask_for_a_recovery_at_once_get_the_same_one() {
    long promotion = onSale(10);
    holdUp(promotion);

    List<Long> ids =
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> recover(promotion)))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .distinct()
            .toList();

    assertThat(ids).hasSize(1);
    goOn();
    pushOnceClosed(promotion);
    awaitDone(ids.get(0), LONG);
    assertThat(recover(promotion)).isGreaterThan(ids.get(0));
  }

  @Test
  void a_recovery_of_everything_rebuilds_every_promotion_and_is_the_answer_while_it_goes_on() {
    List<Long> promotions = IntStream.range(0, 3).mapToObj(i -> onSale(10)).toList();
    promotions.forEach(p -> tryGrab(freshOrder(), p, 2, "pat").expect(201));
    clock.stand();

    Reply accepted = startAll().expect(202);
    long id = accepted.at("/id").asLong();
    assertThat(accepted.headers().firstValue("Location")).contains("/api/v1/recoveries/" + id);
    promotions.forEach(this::onceClosed); // as a rule they are by now
    promotions.forEach(p -> tryGrab(freshOrder(), p, 1, "kim").expect(503, "recovering"));
    Reply again = startAll().expect(202);
    assertThat(again.at("/id").asLong()).isEqualTo(id);
    assertThat(again.at("/state").asString()).isEqualTo("RUNNING");
    assertThat(recover(promotions.get(0))).isEqualTo(id);
    clock.goOn();
    clock.push(CLOSED);
    awaitDone(id, LONG);

    assertThat(viewOf(id).at("/promotions").asInt()).isGreaterThanOrEqualTo(3);
    assertThat(viewOf(id).at("/done")).isEqualTo(viewOf(id).at("/promotions"));
    promotions.forEach(p -> booksAgree(p, 2));
  }

  @Test
  void what_mysql_lost_after_it_had_committed_is_replayed_from_the_topic_and_not_sold_again() {
    Instant before = Instant.now().minusSeconds(60);
    long promotion = onSale(10);
    List<String> orders = List.of(freshOrder(), freshOrder(), freshOrder());
    orders.forEach(order -> tryGrab(order, promotion, 2, "pat").expect(201));
    api().post("/api/v1/grabs/" + orders.get(0) + "/pay", SERVICE, null).expect(200);
    cancel(orders.get(1));
    booksAgree(promotion, 4);
    for (String table : List.of("grab_item", "grab_ledger")) {
      db.sql("DELETE FROM " + table + " WHERE promotion_id = ?").param(promotion).update();
    }

    api()
        .post(
            "/api/v1/recoveries",
            OPERATOR,
            Map.of("promotionId", promotion, "replayFrom", before.toString()))
        .expect(400, "invalid-request");
    long id =
        api()
            .post(
                "/api/v1/recoveries",
                OPERATOR,
                Map.of("all", true, "replayFrom", before.toString()))
            .expect(202)
            .at("/id")
            .asLong();
    pushOnceClosed(promotion);
    awaitDone(id, LONG);

    assertThat(viewOf(id).at("/replayed").asLong()).isGreaterThanOrEqualTo(5);
    booksAgree(promotion, 4);
    assertThat(remaining(promotion)).isEqualTo(6);
    tryGrab(freshOrder(), promotion, 7, "kim").expect(409, "sold-out");
    assertThat(
            db.sql("SELECT status FROM grab_item WHERE promotion_id = ? ORDER BY order_id")
                .param(promotion)
                .query(String.class)
                .list())
        .containsExactly("PAID", "CANCELLED", "GRABBED");
  }

  @Test
  void pages_have_the_newest_first() {
    List<Long> newestFirst = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long promotion = onSale(1);
      newestFirst.add(0, recover(promotion));
      clock.push(CLOSED);
    }

    List<Long> seen = new ArrayList<>();
    String query = "?limit=2";
    while (!seen.containsAll(newestFirst)) {
      Reply page = api().get("/api/v1/recoveries" + query, OPERATOR).expect(200);
      assertThat(page.at("/items").size()).isBetween(1, 2);
      page.at("/items").forEach(item -> seen.add(item.path("id").asLong()));
      query = "?limit=2&cursor=" + page.at("/nextCursor").asString();
    }

    assertThat(seen).isSortedAccordingTo(Comparator.reverseOrder()).doesNotHaveDuplicates();
    newestFirst.forEach(recovery -> awaitDone(recovery, LONG));
  }

  @Test
  void what_a_cancelled_recovery_has_closed_stays_closed_until_another_one_has_rebuilt_it() {
    long promotion = onSale(10);
    String order = freshOrder();
    tryGrab(order, promotion, 2, "pat").expect(201);
    clock.stand();
    long cancelled = recover(promotion);

    cancelRecovery(cancelled).expect(204);
    Reply over = viewOf(cancelled);
    assertThat(over.at("/state").asString()).isEqualTo("CANCELLED");
    assertThat(over.at("/finishedAt").isNull()).isFalse();
    assertThat(over.at("/failures/0/promotionId").asLong()).isEqualTo(promotion);
    clock.push(CLOSED);
    await()
        .during(SOME_PASSES)
        .atMost(LONG)
        .until(() -> tryGrab(freshOrder(), promotion, 1, "kim").code().equals("recovering"));

    long next = recover(promotion);
    assertThat(next).isGreaterThan(cancelled);
    clock.push(CLOSED);
    awaitDone(next, LONG);
    tryGrab(order, promotion, 2, "pat").expect(200);
    tryGrab(freshOrder(), promotion, 9, "kim").expect(409, "sold-out");
    cancelRecovery(cancelled).expect(204);
    cancelRecovery(next).expect(204);
    assertThat(viewOf(cancelled).body()).isEqualTo(over.body());
    assertThat(viewOf(next).at("/state").asString()).isEqualTo("DONE");
    cancelRecovery(999_999_999).expect(404, "recovery-not-found");
  }

  @Test
  void what_was_being_compared_when_its_recovery_was_cancelled_opens_whole() {
    long promotion = onSale(10);
    String kept = freshOrder();
    String released = freshOrder();
    tryGrab(kept, promotion, 2, "pat").expect(201);
    tryGrab(released, promotion, 3, "sam").expect(201);
    booksAgree(promotion, 5);
    clock.stand();
    long recovery = recover(promotion);
    table.barrierSet(recovery, promotion, barriers.of(List.of(promotion)));
    Consumers.pause(listeners);
    cancel(released);

    // All is read and written; it is compared until MySQL hears of the cancellation.
    clock.push(CLOSED);
    await().atMost(LONG).until(() -> viewOf(recovery).at("/rowsRead").asInt() == 2);
    cancelRecovery(recovery).expect(204);
    goOn();

    open(promotion);
    assertThat(viewOf(recovery).at("/state").asString()).isEqualTo("CANCELLED");
    tryGrab(kept, promotion, 2, "pat").expect(200);
    tryGrab(released, promotion, 3, "sam").expect(409, "order-conflict");
    tryGrab(freshOrder(), promotion, 9, "kim").expect(409, "sold-out");
    tryGrab(freshOrder(), promotion, 8, "kim").expect(201);
    booksAgree(promotion, 10);
  }

  private Reply cancelRecovery(long recovery) {
    return api().delete("/api/v1/recoveries/" + recovery, OPERATOR);
  }

  @Test
  void sales_are_closed_when_the_answer_comes_and_say_how_long_to_wait() {
    for (int i = 0; i < 3; i++) {
      long promotion = onSale(10);
      long start = System.nanoTime();
      long recovery = recover(promotion);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("else it came without")
          .isLessThan(properties.answerWithin());
      Reply refused = tryGrab(freshOrder(), promotion, 1, "pat").expect(503, "recovering");
      assertThat(refused.header("Retry-After")).isEqualTo("6");
      clock.push(CLOSED);
      awaitDone(recovery, LONG);
    }
  }

  @Test
  void entries_that_nobody_can_settle_hold_up_no_recovery_nor_repair_and_sell_nothing_twice() {
    long promotion = onSale(10);
    String order = freshOrder();
    tryGrab(order, promotion, 4, "pat").expect(201);
    List<PendingEntry> grab = orders.find(order).orElseThrow().pending(Kind.GRAB);
    byte[] record = bytes(namespace.key("O_{" + order + "}"));
    cluster.call(c -> c.hset(record, bytes("status"), bytes("LENT"))).join();
    units.note(grab, clock.instant().minus(LONG_AGO)).join();
    byte[] pending = bytes(PromotionKeys.of(promotion, namespace).pending());
    double failures = unsettled();
    cluster.call(c -> c.zadd(pending, 1, new byte[] {'A', '|', -1, -2})).join();
    await().atMost(LONG).until(() -> unsettled() >= failures + 4);
    clock.push(FlashSaleProperties.PATIENCE.minus(CLOSED));

    long recovery = recover(promotion);
    pushOnceClosed(promotion);
    awaitDone(recovery, LONG);

    assertThat(repair(promotion).expect(200).at("/books/redis/taken").asInt()).isEqualTo(4);
    tryGrab(freshOrder(), promotion, 7, "kim").expect(409, "sold-out");
    tryGrab(freshOrder(), promotion, 6, "kim").expect(201);
    cluster.call(c -> c.del(record)).join();
    assertThat(tryGrab(order, promotion, 4, "pat").expect(200).at("/status").asString())
        .isEqualTo("GRABBED");
  }

  private double unsettled() {
    return meters.get("storefront.flashsale.pending.unsettled").counter().count();
  }

  @Test
  void a_recovery_that_waits_for_longer_than_usual_tells_for_whose_entry() {
    long promotion = onSale(10);
    String order = freshOrder();
    tryGrab(order, promotion, 2, "pat").expect(201);
    List<PendingEntry> payment = orders.find(order).orElseThrow().pending(Kind.PAY);
    booksAgree(promotion, 2);
    delete(namespace.key("O_{" + order + "}"));
    Consumers.pause(listeners);
    tryGrab(freshOrder(), promotion, 1, "kim").expect(201);
    units.note(payment, clock.instant().minus(LONG_AGO)).join();

    long recovery = recover(promotion);
    await().atMost(LONG).until(() -> closedEarlier(promotion, LONG_AGO) == 1);

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              Reply late = viewOf(recovery);
              assertThat(late.at("/failures/0/reason").asString("")).endsWith("of order " + order);
              assertThat(late.at("/waitingFor").asString("")).isEqualTo("PENDING");
              assertThat(late.at("/state").asString()).isEqualTo("RUNNING");
            });
    goOn();
    awaitDone(recovery, LONG);
    assertThat(viewOf(recovery).at("/failures")).isEmpty();
    booksAgree(promotion, 3);
  }

  @Test
  void what_begins_anew_forgets_why_it_was_late() {
    long promotion = onSale(10);
    clock.stand();
    long recovery = recover(promotion);
    onceClosed(promotion);
    db.sql("UPDATE recovery_promotion SET failure = 'late' WHERE run_id = ?")
        .param(recovery)
        .update();
    assertThat(viewOf(recovery).at("/failures/0/reason").asString()).isEqualTo("late");

    delete(PromotionKeys.of(promotion, namespace).record());
    clock.push(CLOSED);
    clock.goOn();
    pushOnceClosed(promotion);
    awaitDone(recovery, LONG);

    assertThat(viewOf(recovery).at("/failures")).isEmpty();
    assertThat(triesOf(recovery)).isEqualTo(1);
  }

  private int triesOf(long recovery) {
    return db.sql("SELECT tries FROM recovery_promotion WHERE run_id = ?")
        .param(recovery)
        .query(Integer.class)
        .single();
  }

  /** Keeps its recovery from ending until {@link #goOn}: the ledger does not hear of a grab. */
  private void holdUp(long promotion) {
    Consumers.pause(listeners);
    tryGrab(freshOrder(), promotion, 1, "pat").expect(201);
  }

  /** As if it were closed for that long; the promotions that were closed so. */
  private int closedEarlier(long promotion, Duration by) {
    return db.sql(
            """
            UPDATE recovery_promotion SET closed_at = closed_at - ?
            WHERE promotion_id = ? AND closed_at IS NOT NULL\
            """)
        .params(by.toMillis(), promotion)
        .update();
  }

  @Test
  void what_is_misspelled_closes_nothing() {
    long promotion = onSale(10);

    for (String body :
        List.of(
            "{}",
            "{\"all\":false}",
            "{\"all\":1}",
            "{\"promotionId\":1,\"all\":true}",
            "{\"promotionid\":1}",
            "{\"promotionId\":0}",
            "{\"promotionId\":null}",
            "{\"promotionId\":[]}",
            "[]",
            "{")) {
      api().post("/api/v1/recoveries", OPERATOR, body).expect(400, "invalid-request");
    }
    api().post("/api/v1/recoveries", OPERATOR, null).expect(400, "invalid-request");

    tryGrab(freshOrder(), promotion, 1, "pat").expect(201);
  }

  @Test
  void what_cannot_be_rebuilt_is_refused() {
    Terms terms = terms(5);
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);

    start(terms.promotionId()).expect(409, "not-approved");
    start(freshId()).expect(404, "promotion-not-found");
    api().post("/api/v1/recoveries", OPERATOR, Map.of("promotionId", "x")).expect(400);
    api().get("/api/v1/recoveries/999999999", OPERATOR).expect(404, "recovery-not-found");
    api().get("/api/v1/recoveries?cursor=x", OPERATOR).expect(400, "invalid-cursor");
  }

  @Test
  void what_was_finished_long_ago_is_forgotten_with_its_promotions() {
    long recovery = recover(onSale(10));
    clock.push(CLOSED);
    awaitDone(recovery, LONG);

    db.sql("UPDATE run SET finished_at = finished_at - ? WHERE id = ?")
        .params(Duration.ofDays(31).toMillis(), recovery)
        .update();

    await()
        .atMost(LONG)
        .until(() -> api().get("/api/v1/recoveries/" + recovery, OPERATOR).status() == 404);
    assertThat(promotionsOf(recovery)).isZero();
  }

  private int promotionsOf(long recovery) {
    return db.sql("SELECT COUNT(*) FROM recovery_promotion WHERE run_id = ?")
        .param(recovery)
        .query(Integer.class)
        .single();
  }

  @Test
  void a_difference_shows_and_is_repaired_on_request() {
    long promotion = onSale(10);
    tryGrab(freshOrder(), promotion, 4, "pat").expect(201);
    booksAgree(promotion, 4);
    Reply fine = repair(promotion).expect(200);
    assertThat(fine.at("/books/difference").asInt()).isZero();
    assertThat(fine.json().has("recoveryId")).isFalse();

    byte[] record = bytes(PromotionKeys.of(promotion, namespace).record());
    cluster.call(c -> c.hincrby(record, bytes("b"), 3)).join();

    Reply books = books(promotion);
    assertThat(books.at("/difference").asInt()).isEqualTo(-3);
    assertThat(books.at("/pending").asInt()).isZero();
    assertThat(books.at("/inTopic").asInt()).isZero();
    long recovery = repair(promotion).expect(202).at("/recoveryId").asLong();
    pushOnceClosed(promotion);
    awaitDone(recovery, LONG);
    booksAgree(promotion, 4);
    tryGrab(freshOrder(), promotion, 7, "kim").expect(409, "sold-out");
  }

  @Test
  void reconciliation_pages_all_promotions() {
    List<Long> promotions = IntStream.range(0, 3).mapToObj(i -> onSale(10)).toList();
    List<Long> seen = new ArrayList<>();

    String query = "?limit=2";
    while (!query.isEmpty()) {
      Reply page = api().get("/api/v1/reconciliation" + query, OPERATOR).expect(200);
      assertThat(page.at("/items").size()).isLessThanOrEqualTo(2);
      page.at("/items").forEach(item -> seen.add(item.path("promotionId").asLong()));
      query =
          page.json().has("nextCursor")
              ? "?limit=2&cursor=" + page.at("/nextCursor").asString()
              : "";
    }

    assertThat(seen).containsAll(promotions).doesNotHaveDuplicates().isSorted();
    api().get("/api/v1/reconciliation?cursor=x", OPERATOR).expect(400, "invalid-cursor");
    api()
        .post("/api/v1/reconciliation?promotionId=" + freshId(), OPERATOR, null)
        .expect(404, "promotion-not-found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "promotionId=",
        "promotionId=%20",
        "promotionId=1&promotionId=2",
        "promotionId=&promotionId=",
        "promotionId=null",
      })
  void a_promotion_that_is_not_one_id_is_not_left_out(String query) {
    String path = "/api/v1/reconciliation?" + query;
    for (Reply reply : List.of(api().get(path, OPERATOR), api().post(path, OPERATOR, null))) {
      reply.expect(400, "invalid-request");
      assertThat(reply.at("/errors/0/field").asString()).isEqualTo("promotionId");
    }
  }

  private Reply repair(long promotion) {
    return api().post("/api/v1/reconciliation?promotionId=" + promotion, OPERATOR, null);
  }

  /** Nobody wants to wait for grabs that are not under way. */
  private void pushOnceClosed(long promotion) {
    onceClosed(promotion);
    clock.push(CLOSED);
  }

  private void onceClosed(long promotion) {
    byte[] record = bytes(PromotionKeys.of(promotion, namespace).record());
    await()
        .atMost(LONG)
        .until(() -> cluster.call(c -> c.hget(record, bytes("rebuiltIn"))).join() != null);
  }

  private Reply startAll() {
    return api().post("/api/v1/recoveries", OPERATOR, Map.of("all", true));
  }

  private Reply start(long promotion) {
    return api().post("/api/v1/recoveries", OPERATOR, Map.of("promotionId", promotion));
  }

  private void open(long promotion) {
    await().atMost(LONG).untilAsserted(() -> assertThat(isComplete(promotion)).isTrue());
  }

  private boolean isComplete(long promotion) {
    byte[] key = bytes(PromotionKeys.of(promotion, namespace).record());
    return cluster.call(c -> c.hget(key, bytes("generation"))).join() != null
        && cluster.call(c -> c.hget(key, bytes("recovering"))).join() == null;
  }

  /** All keys of a promotion and its orders' records go, as with a server that lost its data. */
  private void lose(long promotion, String... orders) {
    PromotionKeys keys = PromotionKeys.of(promotion, namespace);
    delete(keys.record());
    delete(keys.pending());
    for (int n = 0; n < 20; n++) {
      delete(keys.reservations(n));
      delete(keys.limits(n));
    }
    for (String order : orders) {
      delete(namespace.key("O_{" + order + "}"));
    }
  }

  private void delete(String key) {
    cluster.call(c -> c.del(bytes(key))).join();
  }

  /** Once MySQL has all that Kafka has of it. */
  @Override
  protected void booksAgree(long promotion, int sold) {
    barriers.await(List.of(promotion), LONG);
    super.booksAgree(promotion, sold);
  }
}
