package dev.storefront.history.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.Deletions;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.Ranking;
import dev.storefront.history.core.View;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;

@HistoryTest
class PageViewIngestTest {

  /** The database is given up sooner than Redis. */
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(2);

  @Autowired Storefront storefront;
  @Autowired ViewRecorder recorder;
  @Autowired StringRedisTemplate redis;
  @Autowired RedisClusterAccess cluster;
  @Autowired Namespace namespace;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired ConsumerFactory<String, byte[]> consumers;

  private final long now = System.currentTimeMillis();

  @Test
  void each_sku_keeps_its_latest_time_whatever_the_order_and_however_often() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(5);
    List<View> events = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      for (int age = 0; age < 4; age++) {
        View view = new View(sku + i, now - 10_000L * i - 1_000L * age);
        events.add(view);
        events.add(view);
      }
    }
    Collections.shuffle(events, new Random(42));
    storefront.pageViews(alice.user(), events);
    await()
        .untilAsserted(
            () ->
                assertThat(alice.list(20))
                    .extracting(
                        item ->
                            new View(
                                item.path("skuId").asLong(), Shopper.viewedAt(item).toEpochMilli()))
                    .containsExactly(
                        new View(sku, now),
                        new View(sku + 1, now - 10_000),
                        new View(sku + 2, now - 20_000),
                        new View(sku + 3, now - 30_000),
                        new View(sku + 4, now - 40_000)));
  }

  @Test
  void redis_keeps_a_bounded_number_of_views_for_four_days_in_little_memory() {
    Shopper alice = storefront.newShopper();
    long sku = 100_000_000_000L + storefront.newSkus(500) % 1_000_000_000;
    List<View> views =
        new ArrayList<>(
            LongStream.range(0, 500).mapToObj(i -> new View(sku + i, now - i)).toList());
    Collections.shuffle(views, new Random(7));
    for (int from = 0; from < 500; from += 50) {
      ScriptRunner.await(recorder.record(alice.user(), views.subList(from, from + 50)));
    }
    String key = HistoryKeys.of(namespace.key(""), alice.user()).views();
    assertThat(stored(key))
        .isEqualTo(
            LongStream.range(0, 290)
                .mapToObj(i -> new View(sku + 289 - i, now - 289 + i))
                .toList());
    assertThat(redis.getExpire(key)).isBetween(4 * 86_400L - 60, 4 * 86_400L);
    Long bytes =
        Replies.await(
            cluster.call(commands -> commands.memoryUsage(bytes(key)).toCompletableFuture()));
    assertThat(bytes).isBetween(4_000L, 4_300L);
  }

  @Test
  void any_order_any_number_of_times_and_any_sku_end_in_the_same_bytes() {
    List<View> views = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < 600; i++) {
      // SKUs whose bytes are alike at any offset, and times that are the same.
      long sku = i % 3 == 0 ? Long.MAX_VALUE - random.nextInt(40) : 1L << random.nextInt(60);
      views.add(new View(sku + i / 100, now - random.nextInt(300)));
    }
    Shopper alice = storefront.newShopper();
    ScriptRunner.await(recorder.record(alice.user(), views));
    byte[] once = bytesOf(alice);
    assertThat(PackedViews.decode(once).stream().sorted(View.NEWEST_FIRST).toList())
        .isEqualTo(Ranking.latest(views, Deletions.NONE, 0, 290));
    ScriptRunner.await(recorder.record(alice.user(), views.subList(100, 200)));
    assertThat(bytesOf(alice)).isEqualTo(once);
    for (int seed = 0; seed < 3; seed++) {
      Shopper bob = storefront.newShopper();
      List<View> shuffled = new ArrayList<>(views);
      Collections.shuffle(shuffled, new Random(seed));
      for (int from = 0; from < 600; from += 40) {
        ScriptRunner.await(recorder.record(bob.user(), shuffled.subList(from, from + 40)));
      }
      assertThat(bytesOf(bob)).isEqualTo(once);
    }
  }

  @Test
  void users_whose_names_look_like_hash_tags_or_like_each_other_stay_apart() {
    List<String> users =
        List.of("{a}", "a", "}{", "{}x", "a:views", "a ", "a+", "A", "ü-" + "界".repeat(60));
    String suffix = "-" + storefront.newSkus(1);
    long sku = storefront.newSkus(users.size());
    for (int i = 0; i < users.size(); i++) {
      storefront.pageView(users.get(i) + suffix, sku + i, now).join();
    }
    for (int i = 0; i < users.size(); i++) {
      Shopper shopper = storefront.shopper(users.get(i) + suffix);
      long own = sku + i;
      await().untilAsserted(() -> assertThat(shopper.skus()).containsExactly(own));
    }
  }

  @Test
  void a_script_flush_in_the_midst_of_recording_loses_nothing() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(280);
    List<CompletableFuture<Long>> replies = new ArrayList<>();
    List<View> views = LongStream.range(0, 280).mapToObj(i -> new View(sku + i, now - i)).toList();
    long began = System.nanoTime();
    for (int i = 0; i < 280; i++) {
      if (i % 100 == 50) {
        redis
            .getRequiredConnectionFactory()
            .getClusterConnection()
            .scriptingCommands()
            .scriptFlush();
      }
      replies.add(recorder.record(alice.user(), List.of(views.get(i))));
    }
    for (int i = 0; i < 280; i++) {
      assertRecorded(alice, views.get(i), replies.get(i), began);
    }
    assertThat(alice.skus()).hasSize(200).startsWith(sku, sku + 1);
  }

  /** As new; or again, as by whoever reads the topic, if a server was too slow for the answer. */
  private void assertRecorded(
      Shopper shopper, View view, CompletableFuture<Long> reply, long began) {
    try {
      assertThat(ScriptRunner.await(reply)).isEqualTo(1);
    } catch (BackendUnavailableException tooSlow) {
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .as("no server is given up so soon: %s", tooSlow)
          .isGreaterThan(LEAST_PATIENCE);
      await()
          .ignoreException(BackendUnavailableException.class)
          .until(() -> ScriptRunner.await(recorder.record(shopper.user(), List.of(view))) >= 0);
    }
  }

  @Test
  void what_cannot_be_read_becomes_a_dead_letter_and_the_rest_goes_on() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    String topic = namespace.topic("page-views");
    String event = "{\"eventId\":\"e\",\"userId\":\"%s\",\"skuId\":%d,\"viewedAt\":%d}";
    List<String> values =
        List.of(
            "not json",
            "{\"userId\":\"%s\",\"viewedAt\":1}".formatted(alice.user()),
            event.formatted(alice.user(), sku, now + 600_000),
            event.formatted(alice.user(), sku, now - Duration.ofDays(61).toMillis()),
            event.formatted(alice.user(), sku + 1, now));
    values.forEach(
        value -> kafka.send(topic, 7, alice.user(), value.getBytes(StandardCharsets.UTF_8)).join());
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1));
    assertThat(reasonsOf(alice.user(), topic + ".dlt", 3))
        .anyMatch(reason -> reason.contains("is not the JSON object"))
        .anyMatch(reason -> reason.contains("skuId must be an integer of 1 or more"))
        .anyMatch(reason -> reason.contains("viewedAt lies ahead"));
  }

  @Test
  void views_of_whom_redis_has_no_history_but_something_else_are_put_aside_and_others_go_on() {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    long sku = storefront.newSkus(1);
    String topic = namespace.topic("page-views");
    redis.opsForHash().put(HistoryKeys.of(namespace.key(""), alice.user()).views(), "no", "view");
    for (Shopper shopper : List.of(alice, bob)) {
      String event =
          "{\"eventId\":\"e\",\"userId\":\"%s\",\"skuId\":%d,\"viewedAt\":%d}"
              .formatted(shopper.user(), sku, now);
      kafka.send(topic, 7, shopper.user(), event.getBytes(StandardCharsets.UTF_8)).join();
    }
    await().untilAsserted(() -> assertThat(bob.skus()).containsExactly(sku));
    assertThat(reasonsOf(alice.user(), topic + ".dlt", 1)).first().asString().contains("WRONGTYPE");
  }

  private List<String> reasonsOf(String key, String topic, int wanted) {
    List<String> reasons = new ArrayList<>();
    try (Consumer<String, byte[]> letters = consumers.createConsumer("letters-" + key, "")) {
      letters.subscribe(List.of(topic));
      await()
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> letter : letters.poll(Duration.ofMillis(200))) {
                  if (key.equals(letter.key())) {
                    byte[] reason = letter.headers().lastHeader(DeadLetters.REASON).value();
                    reasons.add(new String(reason, StandardCharsets.UTF_8));
                  }
                }
                return reasons.size() == wanted;
              });
    }
    return reasons;
  }

  private byte[] bytesOf(Shopper shopper) {
    byte[] key = bytes(HistoryKeys.of(namespace.key(""), shopper.user()).views());
    return redis.execute((RedisCallback<byte[]>) c -> c.stringCommands().get(key));
  }

  private List<View> stored(String key) {
    return PackedViews.decode(
        redis.execute((RedisCallback<byte[]>) c -> c.stringCommands().get(bytes(key))));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
