package dev.storefront.history.degradation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.ColdCopy;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import dev.storefront.localstack.testing.WithBackends;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ContextConfiguration;

/** The service while Kafka and HBase cannot be reached, from its start on. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "browse_history", namespace = "degraded")
@ContextConfiguration(initializers = DegradedAnswersTest.NeitherKafkaNorHBase.class)
@Import(Storefront.class)
class DegradedAnswersTest {

  @Autowired Storefront storefront;
  @Autowired StringRedisTemplate redis;
  @Autowired JdbcClient jdbc;
  @Autowired Namespace namespace;

  @Test
  void without_kafka_no_view_is_taken_and_the_caller_learns_it_in_time() {
    long begin = System.nanoTime();
    HttpResponse<String> reply = storefront.newShopper().view("{\"skuId\":7}");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(40));
    assertThat(reply.statusCode()).isEqualTo(503);
    assertThat(reply.headers().firstValue("Retry-After")).isPresent();
    assertThat(reply.body()).contains("\"code\":\"unavailable\"").doesNotContain("127.0.0.1");
  }

  @Test
  void without_hbase_the_hot_views_show_and_the_answer_says_that_there_may_be_more() {
    Shopper alice = withHotView(7);
    assertThat(alice.skus()).containsExactly(7L);
    assertThat(alice.get("/api/v1/history").body()).contains("\"degraded\":[\"archive\"]");
    assertThat(alice.get("/api/v1/history/count").body())
        .isEqualTo("{\"count\":1,\"degraded\":[\"archive\"]}");
    assertThat(redis.hasKey(HistoryKeys.of(namespace.key(""), alice.user()).cold())).isFalse();
  }

  @Test
  void without_hbase_the_lists_of_users_who_were_read_before_are_complete() {
    Shopper alice = withHotView(7);
    long now = System.currentTimeMillis();
    byte[] header = ColdCopy.header(0, now);
    byte[] views = ColdCopy.body(List.of(new View(9, now - 86_400_000)));
    set(
        HistoryKeys.of(namespace.key(""), alice.user()).cold(),
        ByteBuffer.allocate(header.length + views.length).put(header).put(views).array());
    await()
        .untilAsserted(
            () -> {
              assertThat(alice.skus()).containsExactly(7L, 9L);
              assertThat(alice.get("/api/v1/history").body()).doesNotContain("degraded");
              assertThat(alice.get("/api/v1/history/count").body()).isEqualTo("{\"count\":2}");
            });
  }

  @Test
  void without_hbase_a_few_failures_spare_the_next_callers_its_time_out() {
    Shopper alice = withHotView(7);
    await()
        .untilAsserted(
            () -> {
              long begin = System.nanoTime();
              assertThat(alice.skus()).containsExactly(7L);
              assertThat(Duration.ofNanos(System.nanoTime() - begin))
                  .isLessThan(Duration.ofMillis(500));
            });
  }

  @Test
  void without_kafka_a_merge_of_many_views_waits_for_it_once() {
    Shopper guest = storefront.shopper("guest:" + UUID.randomUUID());
    Shopper alice = storefront.newShopper();
    long now = System.currentTimeMillis();
    set(
        keys(guest).views(),
        PackedViews.encode(
            LongStream.rangeClosed(1, 200).mapToObj(i -> new View(i, now - i)).toList()));
    for (Shopper shopper : List.of(guest, alice)) {
      set(keys(shopper).cold(), ColdCopy.header(0, now));
    }
    await().until(() -> guest.get("/api/v1/history/export").statusCode() == 200);

    long begin = System.nanoTime();
    String body = "{\"guestToken\":\"%s\"}".formatted(guest.token());
    HttpResponse<String> reply = alice.post("/api/v1/history/merge", body);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(503);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(60));
    assertThat(alice.skus()).as("a repeat merges all").isEmpty();
  }

  @Test
  void without_hbase_an_erasure_waits_for_it_and_its_receipt_says_what_is_done() {
    Shopper alice = withHotView(7);
    String erasures = "/api/v1/history/erasures";
    HttpResponse<String> accepted = alice.post(erasures);
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    String path = accepted.headers().firstValue("Location").orElseThrow();
    await()
        .untilAsserted(
            () ->
                assertThat(alice.get(path).body())
                    .contains("\"RUNNING\"", "\"mysql\"", "\"redis\"")
                    .doesNotContain("\"hbase\""));
    assertThat(alice.skus()).isEmpty();

    // Views of after that order go by another one, which the same erasure takes over.
    setHotView(alice, 12);
    assertThat(alice.skus()).containsExactly(12L);
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> again = alice.post(erasures);
      assertThat(again.statusCode()).as(again.body()).isEqualTo(202);
      assertThat(again.body()).isEqualTo(accepted.body());
    }
    await().atMost(Duration.ofMinutes(2)).until(() -> alice.skus().isEmpty());
    assertThat(alice.get(erasures).body()).containsOnlyOnce("\"RUNNING\"");
    assertThat(alice.delete(path).statusCode()).isEqualTo(204);
    assertThat(alice.get(path).body()).contains("\"CANCELLED\"");
    assertThat(alice.skus()).as("what is gone stays gone").isEmpty();
  }

  @Test
  void without_product_facts_the_views_show_with_nulls() {
    jdbc.sql("RENAME TABLE product TO product_away").update();
    try {
      Shopper alice = withHotView(8);
      assertThat(alice.get("/api/v1/history").body())
          .contains("\"skuId\":8,\"spuId\":null", "\"products\"]");
    } finally {
      jdbc.sql("RENAME TABLE product_away TO product").update();
    }
  }

  @Test
  void without_product_facts_nothing_is_deleted_for_its_group_is_not_known() {
    Shopper alice = withHotView(11);
    jdbc.sql("RENAME TABLE product TO product_away").update();
    try {
      HttpResponse<String> reply = alice.delete("/api/v1/history/items?skuId=11");
      assertThat(reply.statusCode()).isEqualTo(503);
      assertThat(reply.body()).contains("\"code\":\"unavailable\"");
      assertThat(alice.skus()).containsExactly(11L);
    } finally {
      jdbc.sql("RENAME TABLE product_away TO product").update();
    }
    await().until(() -> alice.delete("/api/v1/history/items?skuId=11").statusCode() == 204);
    assertThat(alice.skus()).isEmpty();
  }

  @Test
  void readiness_says_who_is_away() {
    HttpResponse<String> readiness = storefront.newShopper().get("/actuator/health/readiness");
    assertThat(readiness.statusCode()).isEqualTo(503);
    assertThat(readiness.body())
        .contains("\"kafka\":{\"status\":\"DOWN\"}", "\"hbase\":{\"status\":\"DOWN\"}")
        .contains("\"redis\":{\"status\":\"UP\"}", "\"db\":{\"status\":\"UP\"}");
  }

  private HistoryKeys keys(Shopper shopper) {
    return HistoryKeys.of(namespace.key(""), shopper.user());
  }

  private Shopper withHotView(long skuId) {
    Shopper shopper = storefront.newShopper();
    setHotView(shopper, skuId);
    return shopper;
  }

  private void setHotView(Shopper shopper, long skuId) {
    View view = new View(skuId, System.currentTimeMillis());
    set(keys(shopper).views(), PackedViews.encode(List.of(view)));
  }

  private void set(String key, byte[] value) {
    byte[] name = key.getBytes(StandardCharsets.UTF_8);
    redis.execute((RedisCallback<Boolean>) c -> c.stringCommands().set(name, value));
  }

  static final class NeitherKafkaNorHBase
      implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
      Map<String, Object> nowhere =
          Map.of(
              "spring.kafka.bootstrap-servers", "127.0.0.1:1",
              // The start waits for the topics as long.
              "spring.kafka.admin.properties.default.api.timeout.ms", "1000",
              "spring.kafka.admin.properties.request.timeout.ms", "500",
              "storefront.hbase.zookeeper", "127.0.0.1:1");
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("nowhere", nowhere));
    }
  }
}
