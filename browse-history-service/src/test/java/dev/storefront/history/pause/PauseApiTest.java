package dev.storefront.history.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.Pauses;
import dev.storefront.history.core.View;
import dev.storefront.history.deletion.Deletions;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@HistoryTest
class PauseApiTest {

  private static final String SETTINGS = "/api/v1/history/settings";

  @Autowired Storefront storefront;
  @Autowired ColdRows rows;
  @Autowired PausedRecording recording;
  @Autowired PauseTable table;
  @Autowired Deletions deletions;
  @Autowired ScriptRunner scripts;
  @Autowired Clock clock;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired JdbcClient db;

  @Test
  void what_is_viewed_while_paused_never_shows_and_what_is_viewed_before_or_after_does() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(6);
    alice.look(sku);
    long before = System.currentTimeMillis();
    awaitTimeAfter(before);
    post(alice, "pause");
    post(alice, "pause");
    assertThat(alice.get(SETTINGS).body()).isEqualTo("{\"paused\":true}");
    assertThat(alice.view("{\"skuId\":%d}".formatted(sku + 1)).statusCode()).isEqualTo(202);
    long meanwhile = System.currentTimeMillis();
    storefront.pageView(alice.user(), sku + 2, before).join();
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 2, sku));

    awaitTimeAfter(meanwhile);
    post(alice, "resume");
    post(alice, "resume");
    assertThat(alice.get(SETTINGS).body()).isEqualTo("{\"paused\":false}");
    // Late, and again.
    storefront.pageViews(
        alice.user(), List.of(new View(sku + 3, meanwhile), new View(sku, meanwhile)));
    alice.look(sku + 4); // of the same partition, so everything before has been taken in
    assertThat(alice.skus()).containsExactly(sku + 4, sku + 2, sku);
    assertThat(alice.count()).isEqualTo(3);
  }

  @Test
  void a_view_of_a_pause_stays_away_from_cold_rows_too() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    long before = System.currentTimeMillis();
    awaitTimeAfter(before);
    post(alice, "pause");
    long meanwhile = System.currentTimeMillis();
    awaitTimeAfter(meanwhile);
    post(alice, "resume");
    rows.export(
        alice.user(),
        List.of(new View(sku, meanwhile), new View(sku + 1, before)),
        System.currentTimeMillis());
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1));
  }

  /** New users lie side by side in the index. */
  @Test
  void users_who_pause_at_once_do_not_wait_for_each_other() {
    ExecutorService callers = Executors.newFixedThreadPool(12);
    String first = "pausing-" + UUID.randomUUID();
    long now = System.currentTimeMillis();
    List<CompletableFuture<Boolean>> pauses =
        IntStream.range(0, 800)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(() -> table.begin(first + "-" + i, now), callers))
            .toList();
    assertThat(pauses.stream().map(CompletableFuture::join)).containsOnly(true);
    callers.shutdown();
    db.sql("DELETE FROM paused_recording WHERE user_id LIKE 'pausing-%'").update();
  }

  /** Else nothing of the user would be recorded any more, and no call could say why. */
  @Test
  void a_pause_that_was_read_before_an_erasure_and_told_after_it_does_not_stay() {
    Shopper alice = storefront.newShopper();
    post(alice, "pause");
    PauseTable heldUp =
        new PauseTable(db, clock) {
          @Override
          Pauses of(String user) {
            Pauses read = super.of(user);
            HttpResponse<String> ordered = alice.post("/api/v1/history/erasures");
            String receipt = ordered.headers().firstValue("Location").orElseThrow();
            await().until(() -> alice.get(receipt).body().contains("DONE"));
            return read;
          }
        };
    new PausedRecording(heldUp, deletions, scripts, namespace, clock).applyAgain(alice.user());

    assertThat(redis.hasKey(HistoryKeys.of(namespace.key(""), alice.user()).pauses())).isFalse();
    long sku = storefront.newSkus(1);
    alice.look(sku);
    assertThat(alice.skus()).containsExactly(sku);
  }

  @Test
  void a_pause_is_remembered_as_long_as_it_goes_on_and_then_longer_than_any_view_could_show() {
    Shopper alice = storefront.newShopper();
    String key = HistoryKeys.of(namespace.key(""), alice.user()).pauses();
    post(alice, "pause");
    assertThat(redis.getExpire(key)).isEqualTo(-1);
    post(alice, "resume");
    assertThat(redis.getExpire(key)).isGreaterThan(61 * 86_400);
    assertThat(
            db.sql(
                    "SELECT COUNT(*) FROM paused_recording"
                        + " WHERE user_id = ? AND resumed_at >= paused_at")
                .param(alice.user().getBytes(StandardCharsets.UTF_8))
                .query(Long.class)
                .single())
        .isPositive();
  }

  @Test
  void pauses_that_redis_lost_come_back_and_do_not_open_what_was_closed_meanwhile() {
    Shopper alice = storefront.newShopper();
    long begin = System.currentTimeMillis();
    post(alice, "pause");
    String key = HistoryKeys.of(namespace.key(""), alice.user()).pauses();
    redis.delete(key);
    recording.restore(PausePlace.since(begin), alice.user()::equals);
    assertThat(redis.getExpire(key)).isEqualTo(-1);
    post(alice, "resume");
    recording.restore(PausePlace.since(begin), alice.user()::equals);
    long sku = storefront.newSkus(1);
    alice.look(sku);
    assertThat(alice.skus()).containsExactly(sku);
  }

  @Test
  void what_a_call_left_in_mysql_alone_counts_in_redis_within_minutes() {
    long sku = storefront.newSkus(4);
    Shopper alice = pausedInMySqlAlone(sku);
    // The service itself makes up for it now and then: what is seen is seen before it does.
    for (int tries = 1; isTold(alice); tries++) {
      assertThat(tries).isLessThan(5);
      alice = pausedInMySqlAlone(sku);
    }
    madeUpFor(alice, sku);
  }

  /** Who has viewed one SKU before the pause, and the next one since. */
  private Shopper pausedInMySqlAlone(long sku) {
    Shopper alice = storefront.newShopper();
    alice.look(sku);
    awaitTimeAfter(System.currentTimeMillis());
    assertThat(table.begin(alice.user(), System.currentTimeMillis())).isTrue();
    assertThat(alice.get(SETTINGS).body()).isEqualTo("{\"paused\":true}");
    awaitTimeAfter(System.currentTimeMillis());
    assertThat(alice.view("{\"skuId\":%d}".formatted(sku + 1)).statusCode()).isEqualTo(202);
    // Redis was not told.
    await().until(() -> alice.skus().equals(List.of(sku + 1, sku)) || isTold(alice));
    return alice;
  }

  private boolean isTold(Shopper shopper) {
    return redis.hasKey(HistoryKeys.of(namespace.key(""), shopper.user()).pauses());
  }

  private void madeUpFor(Shopper alice, long sku) {
    recording.makeUp();
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku));

    awaitTimeAfter(System.currentTimeMillis());
    table.end(alice.user(), System.currentTimeMillis());
    recording.makeUp();
    awaitTimeAfter(System.currentTimeMillis());
    alice.look(sku + 2);
    assertThat(alice.skus()).containsExactly(sku + 2, sku);
  }

  @Test
  void recording_is_paused_so_often_and_no_more() {
    Shopper alice = storefront.newShopper();
    long now = System.currentTimeMillis();
    db.sql(
            """
            INSERT INTO paused_recording (user_id, paused_at, resumed_at, changed_at)
            WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
            SELECT ?, ? - seq * 10, ? - seq * 10 + 5, ? FROM n
            """)
        .params(Pauses.MOST - 1, alice.user().getBytes(StandardCharsets.UTF_8), now, now, now)
        .update();
    post(alice, "pause");
    post(alice, "pause");
    post(alice, "resume");
    HttpResponse<String> refused = alice.post("/api/v1/history/pause");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("\"code\":\"too-many-pauses\"");
    assertThat(alice.get(SETTINGS).body()).isEqualTo("{\"paused\":false}");
  }

  private static void post(Shopper shopper, String what) {
    assertThat(shopper.post("/api/v1/history/" + what).statusCode()).isEqualTo(204);
  }

  private static void awaitTimeAfter(long millis) {
    await().until(() -> System.currentTimeMillis() > millis);
  }
}
