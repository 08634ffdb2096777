package dev.storefront.history.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HistoryTest
class ErasureApiTest {

  private static final String ERASURES = "/api/v1/history/erasures";
  private static final long DAY = 86_400_000;
  private static final int CALLERS = 4;
  private static final int ORDERS = 6;

  /** An erasure waits for HBase and Kafka five seconds at a time, for others ever longer. */
  private static final Duration LONG = Duration.ofMinutes(5);

  @Autowired Storefront storefront;
  @Autowired ColdRows rows;
  @Autowired Archive archive;
  @Autowired ErasedRows erasedRows;
  @Autowired EventPublisher events;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired JdbcClient db;
  @Autowired TopicRetention retention;
  @Autowired JsonMapper json;

  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private final long now = System.currentTimeMillis();

  @AfterEach
  void callersGo() {
    callers.shutdownNow();
  }

  @Test
  void everything_goes_in_every_store_and_the_receipt_names_each() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(4);
    leaveTraces(alice, sku);
    assertThat(tracesIn("deleted_view", alice)).isPositive();

    JsonNode receipt = erase(alice);

    Instant done = Instant.parse(receipt.path("finishedAt").asString());
    assertThat(receipt.path("stores").valueStream().map(store -> store.path("store").asString()))
        .containsExactly("redis", "hbase", "mysql", "lake", "kafka");
    for (JsonNode store : receipt.path("stores")) {
      Instant erasedAt = Instant.parse(store.path("erasedAt").asString());
      boolean later = Set.of("lake", "kafka").contains(store.path("store").asString());
      assertThat(store.path("by").asString()).isEqualTo(later ? "RETENTION" : "DELETION");
      if (later) {
        assertThat(erasedAt).isAfter(done);
      } else {
        assertThat(erasedAt).isBetween(Instant.ofEpochMilli(now), done.plusSeconds(60));
      }
    }
    // A view may become a dead letter as late as it is deleted itself.
    assertThat(Instant.parse(receipt.at("/stores/4/erasedAt").asString()))
        .isAfter(
            Instant.ofEpochMilli(now)
                .plus(retention.of("page-views").orElseThrow())
                .plus(retention.of("page-views.dlt").orElseThrow()));
    assertThat(Instant.parse(receipt.path("markedUntil").asString()).toEpochMilli())
        .isGreaterThan(now + 61 * DAY);

    HistoryKeys keys = keys(alice);
    assertThat(redis.keys(keys.views().replace("recent", "*")))
        .as("the mark alone")
        .containsExactly(keys.cleared());
    assertThat(cold(alice)).isEqualTo(new ColdRow(List.of(), 0));
    for (String table : List.of("deleted_view", "paused_recording", "paid_sku")) {
      assertThat(tracesIn(table, alice)).as(table).isZero();
    }
    await().until(() -> alice.get("/api/v1/history/export").body().isEmpty());
    assertThat(alice.count()).isZero();
    assertThat(alice.get("/api/v1/history/settings").body()).contains("false");

    alice.look(sku);
    assertThat(alice.skus()).containsExactly(sku);
  }

  @Test
  void nothing_of_it_comes_back_from_the_topics_or_an_older_export() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(4);
    leaveTraces(alice, sku);
    assertThat(alice.post("/api/v1/history/resume").statusCode()).isEqualTo(204);
    // By a clock that is ahead: what comes until then is of before.
    long ahead = ahead();
    storefront.pageView(alice.user(), sku + 2, ahead).join();
    await().until(() -> alice.skus().contains(sku + 2));
    JsonNode receipt = erase(alice);
    long upTo = Instant.parse(receipt.path("upTo").asString()).toEpochMilli();
    assertThat(upTo).isEqualTo(ahead);

    // The same events again, a late one, and what was computed before, for a date that had ended.
    storefront.pageViews(
        alice.user(), List.of(new View(sku + 2, ahead), new View(sku + 3, now - DAY)));
    paid(alice.user(), sku, now);
    rows.export(alice.user(), List.of(new View(sku + 3, now - 2 * DAY)), now - DAY);
    Shopper bob = storefront.newShopper();
    paid(bob.user(), sku, now);
    await().until(() -> tracesIn("paid_sku", bob) == 1);
    // Of the same partition, so everything before has been taken in.
    storefront.pageView(alice.user(), sku, upTo + 1).join();

    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku));
    assertThat(tracesIn("paid_sku", alice)).isZero();
    assertThat(cold(alice)).isEqualTo(new ColdRow(List.of(), 0));
  }

  @Test
  void an_export_of_a_date_before_takes_its_rows_out_again() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    JsonNode receipt = erase(alice);
    long upTo = Instant.parse(receipt.path("upTo").asString()).toEpochMilli();
    // As HBase has it once it has forgotten what was deleted: these come later than the marker.
    long asOf = upTo - 10_000;
    rows.write(alice.user(), List.of(new View(sku, now - DAY)), asOf, 50_000);
    Shopper bob = storefront.newShopper();
    rows.write(bob.user(), List.of(new View(sku + 1, now - DAY)), asOf, 0);

    deleteErasedRows(asOf);
    assertThat(cold(alice)).isEqualTo(new ColdRow(List.of(), 0));
    assertThat(cold(bob).views()).hasSize(1);

    rows.write(alice.user(), List.of(new View(sku, upTo + 1)), upTo + DAY, 0);
    deleteErasedRows(upTo + 1);
    assertThat(cold(alice).views()).as("of a date that ended later").hasSize(1);
  }

  @Test
  void a_pause_ends_with_the_order_and_one_that_begins_later_stays() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    long ahead = ahead();
    storefront.pageView(alice.user(), sku, ahead).join();
    await().until(() -> alice.skus().contains(sku));
    assertThat(alice.post("/api/v1/history/pause").statusCode()).isEqualTo(204);
    HttpResponse<String> accepted = alice.post(ERASURES);
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    assertThat(alice.get("/api/v1/history/settings").body()).isEqualTo("{\"paused\":false}");

    assertThat(alice.post("/api/v1/history/pause").statusCode()).isEqualTo(204);
    awaitReceipt(alice, accepted);

    assertThat(alice.get("/api/v1/history/settings").body()).isEqualTo("{\"paused\":true}");
    assertThat(redis.getExpire(keys(alice).pauses())).as("a pause that goes on").isEqualTo(-1);
    assertThat(alice.post("/api/v1/history/resume").statusCode()).isEqualTo(204);
    storefront.pageView(alice.user(), sku + 1, ahead + 10_000).join();
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1));
  }

  @Test
  void of_a_cancelled_one_nothing_of_before_shows_and_recording_goes_on() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    alice.look(sku);
    assertThat(alice.post("/api/v1/history/pause").statusCode()).isEqualTo(204);
    HttpResponse<String> accepted = alice.post(ERASURES);
    String path = accepted.headers().firstValue("Location").orElseThrow();
    assertThat(alice.delete(path).statusCode()).isEqualTo(204);

    assertThat(json.readTree(alice.get(path).body()).path("state").asString())
        .isIn("CANCELLED", "DONE");
    assertThat(alice.skus()).isEmpty();
    alice.look(sku + 1);
    assertThat(alice.skus()).containsExactly(sku + 1);
  }

  @Test
  void of_many_orders_at_once_none_is_refused_and_each_is_done() {
    Shopper alice = storefront.newShopper();
    alice.look(storefront.newSkus(1));
    List<CompletableFuture<List<Order>>> calls =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> orderAgainAndAgain(alice), callers))
            .toList();
    for (Order order : calls.stream().flatMap(call -> call.join().stream()).toList()) {
      assertThat(order.reply().statusCode()).as(order.reply().body()).isEqualTo(202);
      assertThat(Instant.parse(awaitReceipt(alice, order.reply()).path("upTo").asString()))
          .isAfterOrEqualTo(order.at());
    }
    assertThat(alice.skus()).isEmpty();
  }

  /** While earlier ones begin, are under way, and end. */
  private static List<Order> orderAgainAndAgain(Shopper shopper) {
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < ORDERS; i++) {
      Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      orders.add(new Order(at, shopper.post(ERASURES)));
    }
    return orders;
  }

  private record Order(Instant at, HttpResponse<String> reply) {}

  @Test
  void what_a_client_says_it_saw_later_than_now_goes_too() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    String ahead = Instant.ofEpochMilli(ahead()).toString();
    String view = "{\"skuId\":%d,\"viewedAt\":\"%s\"}".formatted(sku, ahead);
    assertThat(alice.post("/api/v1/page-views", view).statusCode()).isEqualTo(202);
    await().until(() -> alice.skus().contains(sku));
    alice.deleteItems(sku);
    alice.look(sku);
    assertThat(alice.skus()).containsExactly(sku);

    erase(alice);
    assertThat(alice.skus()).isEmpty();
    alice.look(sku + 1);
    assertThat(alice.skus()).containsExactly(sku + 1);
  }

  @Test
  void keys_that_are_no_history_are_erased_too() {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    redis.opsForHash().put(keys(alice).views(), "no", "history");
    redis.opsForValue().set(keys(alice).deletions(), "none");
    redis.opsForValue().set(keys(alice).pauses(), "none");
    redis.opsForValue().set(keys(bob).views(), "too short");

    erase(alice);
    erase(bob);

    long sku = storefront.newSkus(1);
    for (Shopper shopper : List.of(alice, bob)) {
      HistoryKeys keys = keys(shopper);
      assertThat(redis.keys(keys.views().replace("recent", "*"))).containsExactly(keys.cleared());
      shopper.look(sku);
      assertThat(shopper.skus()).containsExactly(sku);
    }
  }

  /** Read again while HBase is too slow for the service. */
  private ColdRow cold(Shopper shopper) {
    return await().until(() -> archive.read(shopper.user()), Optional::isPresent).orElseThrow();
  }

  private void deleteErasedRows(long asOf) {
    await()
        .ignoreExceptions()
        .until(
            () -> {
              erasedRows.delete(asOf);
              return true;
            });
  }

  @Test
  void a_merge_brings_no_views_and_no_deletions_of_before_and_a_guest_is_erased_likewise() {
    Shopper alice = storefront.newShopper();
    Shopper guest = storefront.shopper("guest:" + UUID.randomUUID());
    long sku = storefront.newSkus(3);
    storefront.pageViews(guest.user(), List.of(new View(sku, now - 1), new View(sku + 1, now - 2)));
    await().until(() -> guest.skus().size() == 2);
    guest.deleteItems(sku);
    erase(alice);

    assertThat(merge(alice, guest)).isEqualTo("{\"merged\":0}");
    assertThat(alice.skus()).isEmpty();
    assertThat(tracesIn("deleted_view", alice)).isZero();
    assertThat(redis.hasKey(keys(alice).deletions())).isFalse();

    guest.look(sku + 2);
    erase(guest);
    assertThat(guest.skus()).isEmpty();
    await().until(() -> guest.get("/api/v1/history/export").body().isEmpty());
    assertThat(merge(alice, guest)).isEqualTo("{\"merged\":0}");
  }

  @Test
  void a_user_sees_the_own_receipts_only() {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    long first = erase(alice).path("id").asLong();
    long second = erase(alice).path("id").asLong();
    erase(bob);

    JsonNode page = json.readTree(alice.get(ERASURES + "?limit=1").body());
    assertThat(Shopper.items(page).get(0).path("id").asLong()).isEqualTo(second);
    page =
        json.readTree(alice.get(ERASURES + "?cursor=" + page.path("nextCursor").asString()).body());
    assertThat(Shopper.items(page))
        .extracting(one -> one.path("id").asLong())
        .containsExactly(first);

    HttpResponse<String> others = bob.get(ERASURES + "/" + first);
    assertThat(others.statusCode()).isEqualTo(404);
    assertThat(others.body()).contains("unknown-erasure");
    assertThat(bob.delete(ERASURES + "/" + first).statusCode()).isEqualTo(404);
    assertThat(alice.delete(ERASURES + "/" + first).statusCode()).isEqualTo(204);
    assertThat(json.readTree(alice.get(ERASURES + "/" + first).body()).path("state").asString())
        .as("one that is over stays as it is")
        .isEqualTo("DONE");
  }

  /** Hot and cold views, a copy of these, deletions, a purchase, and a pause that goes on. */
  private void leaveTraces(Shopper shopper, long sku) {
    rows.export(shopper.user(), List.of(new View(sku + 3, now - 3 * DAY)), now - 2 * DAY);
    shopper.look(sku);
    shopper.look(sku + 1);
    await().until(() -> shopper.skus().equals(List.of(sku + 1, sku, sku + 3)));
    shopper.deleteItems(sku + 1, sku + 3);
    paid(shopper.user(), sku, now);
    await().until(() -> tracesIn("paid_sku", shopper) == 1);
    assertThat(shopper.count()).isEqualTo(1);
    assertThat(shopper.post("/api/v1/history/pause").statusCode()).isEqualTo(204);
  }

  /** Later than whatever follows takes, and no later than views are taken by. */
  private static long ahead() {
    return System.currentTimeMillis() + 240_000;
  }

  private JsonNode erase(Shopper shopper) {
    HttpResponse<String> accepted = Shopper.taken(() -> shopper.post(ERASURES));
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    return awaitReceipt(shopper, accepted);
  }

  private JsonNode awaitReceipt(Shopper shopper, HttpResponse<String> accepted) {
    String path = accepted.headers().firstValue("Location").orElseThrow();
    assertThat(path).isEqualTo(ERASURES + "/" + json.readTree(accepted.body()).path("id"));
    return await()
        .atMost(LONG)
        .until(
            () -> json.readTree(shopper.get(path).body()),
            receipt -> receipt.path("state").asString().equals("DONE"));
  }

  private static String merge(Shopper shopper, Shopper guest) {
    String body = "{\"guestToken\":\"%s\"}".formatted(guest.token());
    return await()
        .until(
            () -> shopper.post("/api/v1/history/merge", body), reply -> reply.statusCode() == 200)
        .body();
  }

  /** As the flash sale tells it, always in one partition. */
  private void paid(String pin, long skuId, long occurredAt) {
    Map<String, Object> event = new HashMap<>();
    event.put("eventId", UUID.randomUUID());
    event.put("type", "PAID");
    event.put("skuId", skuId);
    event.put("pin", pin);
    event.put("occurredAt", occurredAt);
    events.publish("flash-sale-events", "7", event).join();
  }

  private long tracesIn(String table, Shopper shopper) {
    return db.sql("SELECT COUNT(*) FROM " + table + " WHERE user_id = ?")
        .param(shopper.user().getBytes(StandardCharsets.UTF_8))
        .query(Long.class)
        .single();
  }

  private HistoryKeys keys(Shopper shopper) {
    return HistoryKeys.of(namespace.key(""), shopper.user());
  }
}
