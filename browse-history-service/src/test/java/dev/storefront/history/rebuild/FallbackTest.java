package dev.storefront.history.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node of Redis that goes on with less than it had acknowledged. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "history.archive.regions=2",
      "history.rebuild.mark-every=500ms",
      "history.rebuild.margin=1s"
    })
@WithBackends(database = "browse_history", namespace = "fallback")
@Import(Storefront.class)
@NotOnContainers
class FallbackTest {

  private static final String REDIS = "redis-1";
  private static final Duration LONG = Duration.ofMinutes(3);

  /** Over all slots, so that some lie on each node. */
  private static final int SHOPPERS = 12;

  @TempDir private Path folder;

  @LocalServerPort int port;
  @Autowired Storefront storefront;
  @Autowired MeterRegistry meters;
  @Autowired RedisClusterAccess redis;
  @Autowired Namespace namespace;
  @Autowired RecordedMarks marks;
  @Autowired JdbcClient db;
  @Autowired JsonMapper json;

  private final Faults faults = TestBackends.shared().faults();
  private final List<Shopper> shoppers = new ArrayList<>();
  private long sku;
  private Fallbacks fallbacks;
  private double before;

  /** Each has looked at three products, and deleted one; some have cleared and begun anew. */
  @BeforeEach
  void shoppersWithHistories() {
    sku = storefront.newSkus(10);
    storefront.marketplaceProducts(sku + 6, 2, storefront.newSkus(1));
    for (int i = 0; i < SHOPPERS; i++) {
      Shopper shopper = storefront.newShopper();
      shoppers.add(shopper);
      look(shopper, 0, 1, 2);
    }
    shoppers.forEach(shopper -> sees(shopper, 2, 1, 0));
    for (int i = 0; i < SHOPPERS; i++) {
      if (erases(i)) {
        // Goes on until it is erased with all else.
        assertThat(shoppers.get(i).post("/api/v1/history/pause").statusCode()).isEqualTo(204);
      }
    }
    fallbacks = new Fallbacks(meters);
    before = fallbacks.found();
  }

  @AfterEach
  void heal() {
    faults.start(REDIS);
  }

  @Test
  void what_was_deleted_or_viewed_since_older_files_were_written_is_as_it_was_acknowledged()
      throws Exception {
    awaitMark();
    OldFiles old = OldFiles.of(REDIS, folder);
    changeAll();

    old.fallBack(faults);

    allAreRightOrNotAnswered();
    JsonNode rebuild = latestRebuild();
    assertThat(rebuild.path("state").asString()).isEqualTo("DONE");
    assertThat(rebuild.path("lostSince").asString()).isGreaterThan("2026");
    assertThat(rebuild.path("views").asLong())
        .as("not the whole topic, but what came since")
        .isLessThan(ofTopic());
    assertThat(rebuild.path("recorded").asLong()).isPositive();
  }

  @Test
  void what_was_acknowledged_is_there_after_a_node_came_back_empty() throws Exception {
    changeAll();
    OldFiles.loseAll(REDIS, faults);

    allAreRightOrNotAnswered();
    assertThat(latestRebuild().path("lostSince").asString()).isEqualTo("1970-01-01T00:00:00Z");
  }

  @Test
  void what_was_acknowledged_is_there_after_somebody_emptied_all_nodes() {
    changeAll();
    redis.call(commands -> commands.flushall()).join();
    // Half a second may pass until a look finds it.
    await().atMost(LONG).until(() -> fallbacks.found() > before);

    allAreRightOrNotAnswered();
  }

  @Test
  void an_operator_has_redis_built_anew_while_it_serves() {
    changeAll();
    String early = "2026-01-01T00:00:00Z";
    String begin = "{\"from\":\"%s\"}".formatted(early);
    JsonNode rebuild = rebuiltFrom(early);
    assertThat(rebuild.path("from").asString()).isEqualTo(early);
    assertThat(rebuild.path("read").asLong()).isGreaterThanOrEqualTo(SHOPPERS * 4L);
    assertThat(rebuild.path("recorded").asLong()).as("nothing was lost").isZero();
    for (int i = 0; i < SHOPPERS; i++) {
      assertThat(shoppers.get(i).skus()).isEqualTo(expected(i));
    }

    // Nobody but the operator knows that these views are gone.
    Shopper robbed = shoppers.get(1);
    byte[] views =
        HistoryKeys.of(namespace.key(""), robbed.user()).views().getBytes(StandardCharsets.UTF_8);
    redis.call(commands -> commands.del(views)).join();
    awaitMark();
    assertThat(rebuiltFrom(Instant.now().toString()).path("recorded").asLong()).isZero();
    assertThat(robbed.skus()).as("they are older").isEmpty();
    assertThat(rebuiltFrom(early).path("recorded").asLong()).isPositive();
    assertThat(robbed.skus()).isEqualTo(expected(1));

    assertThat(post("{}", TestTokens.operator(), 400)).contains("invalid-request", "\"from\"");
    assertThat(post("{\"from\":\"soon\"}", TestTokens.operator(), 400)).contains("\"from\"");
    assertThat(post("{\"from\":\"2999-01-01T00:00:00Z\"}", TestTokens.operator(), 400))
        .contains("ahead");
    assertThat(post(begin, TestTokens.user("alice"), 403)).contains("forbidden");
  }

  @Test
  void a_user_of_whom_redis_has_no_history_keeps_nobody_waiting() {
    Shopper strange = storefront.newShopper();
    look(strange, 0);
    sees(strange, 0);
    strange.deleteItems(sku + 9);
    assertThat(strange.post("/api/v1/history/pause").statusCode()).isEqualTo(204);
    changeAll();
    HistoryKeys keys = HistoryKeys.of(namespace.key(""), strange.user());
    for (String key : List.of(keys.views(), keys.deletions(), keys.pauses())) {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      redis.call(commands -> commands.del(bytes)).join();
      redis.call(commands -> commands.lpush(bytes, bytes)).join();
    }

    post("{\"from\":\"2026-01-01T00:00:00Z\"}", TestTokens.operator(), 202);

    await().atMost(LONG).until(() -> latestRebuild().path("state").asString().equals("DONE"));
    for (int i = 0; i < SHOPPERS; i++) {
      assertThat(shoppers.get(i).skus()).isEqualTo(expected(i));
    }
    erase(strange);
    assertThat(strange.skus()).isEmpty();
  }

  private static boolean erases(int shopper) {
    return shopper % 6 == 3;
  }

  private void erase(Shopper shopper) {
    var accepted = shopper.post("/api/v1/history/erasures");
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    String path = accepted.headers().firstValue("Location").orElseThrow();
    await()
        .atMost(LONG)
        .until(
            () -> json.readTree(shopper.get(path).body()).path("state").asString().equals("DONE"));
  }

  /**
   * Some clear, some have all erased, some delete and look at something unseen, some delete a
   * group; all look.
   */
  private void changeAll() {
    for (int i = 0; i < SHOPPERS; i++) {
      Shopper shopper = shoppers.get(i);
      if (erases(i)) {
        erase(shopper);
      } else if (i % 3 == 0) {
        shopper.clear();
      } else if (i % 3 == 1) {
        shopper.deleteItems(sku + 1);
        assertThat(shopper.post("/api/v1/history/pause").statusCode()).isEqualTo(204);
        look(shopper, 5);
        assertThat(shopper.post("/api/v1/history/resume").statusCode()).isEqualTo(204);
      } else {
        look(shopper, 6, 7);
        sees(shopper, 7, 2, 1, 0);
        // The older SKU of its SPU goes too.
        shopper.deleteItems(sku + 7);
      }
      look(shopper, 4);
      int shown = i;
      await().atMost(LONG).until(() -> shoppers.get(shown).skus().equals(expected(shown)));
    }
  }

  private List<Long> expected(int shopper) {
    return switch (shopper % 3) {
      case 0 -> List.of(sku + 4);
      case 1 -> List.of(sku + 4, sku + 2, sku);
      default -> List.of(sku + 4, sku + 2, sku + 1, sku);
    };
  }

  /** Views a millisecond apart, all of them acknowledged. */
  private void look(Shopper shopper, int... offsets) {
    long now = System.currentTimeMillis();
    List<View> views =
        IntStream.range(0, offsets.length)
            .mapToObj(i -> new View(sku + offsets[i], now + i))
            .toList();
    storefront.pageViews(shopper.user(), views);
  }

  private void sees(Shopper shopper, int... offsets) {
    List<Long> wanted = IntStream.of(offsets).mapToObj(i -> sku + i).toList();
    await().atMost(LONG).untilAsserted(() -> assertThat(shopper.skus()).isEqualTo(wanted));
  }

  /** No answer is fine for a while, a wrong one is not. */
  private void allAreRightOrNotAnswered() {
    await()
        .atMost(LONG)
        .until(
            () -> {
              boolean all = fallbacks.isOverSince(before);
              for (int i = 0; i < SHOPPERS; i++) {
                all &= shoppers.get(i).seesIfAnswered(expected(i));
              }
              return all;
            });
  }

  private void awaitMark() {
    long now = System.currentTimeMillis();
    await()
        .atMost(LONG)
        .until(
            () ->
                db.sql("SELECT COUNT(*) FROM recorded_mark WHERE recorded_at > ?")
                        .param(now)
                        .query(Long.class)
                        .single()
                    > 0);
    long marked = System.currentTimeMillis();
    // Only a mark that is older than the margin counts.
    await().atMost(LONG).until(() -> System.currentTimeMillis() > marked + 2_000);
  }

  private long ofTopic() {
    return marks.before(Instant.now()).orElseThrow().values().stream()
        .mapToLong(offset -> offset)
        .sum();
  }

  /** What an operator's rebuild came to. */
  private JsonNode rebuiltFrom(String from) {
    String body = "{\"from\":\"%s\"}".formatted(from);
    long id = json.readTree(post(body, TestTokens.operator(), 202)).path("id").asLong();
    return await()
        .atMost(LONG)
        .until(
            this::latestRebuild,
            rebuild ->
                rebuild.path("id").asLong() == id
                    && rebuild.path("state").asString().equals("DONE"));
  }

  private JsonNode latestRebuild() {
    try {
      String reply =
          new HttpCalls(port).get("/api/v1/history-rebuilds?limit=1", TestTokens.operator()).body();
      return json.readTree(reply).path("items").get(0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private String post(String body, String token, int status) {
    try {
      var reply =
          new HttpCalls(port).post("/api/v1/history-rebuilds", token, "application/json", body);
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
      return reply.body();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
