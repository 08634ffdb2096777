package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Half a minute, or less, in which the broker keeps its connections and answers nothing, while
 * links are made, edited, deleted and published by an SDK, at random. What was acknowledged holds
 * from then on; what was not may have happened, once.
 */
@NotOnSharedServers
class SlowKafkaTest extends ShortLinkTest {

  private static final Duration LONG = Duration.ofMinutes(3);
  private static final Duration SLOW = Duration.ofSeconds(30);
  private static final String NOWHERE = "";
  private static final int LINKS = 30;

  /** While Kafka hangs: each is asked of cold storage afterwards. */
  private static final int CHANGES = 150;

  private static final int MAKERS = 200;
  private static final int MOST_CALLS = 500;
  private static final int VISITS = 50;

  /** Shorter than what each of those who make links waits for Kafka. */
  private static final Duration QUITE_LONG = Duration.ofSeconds(2);

  @Autowired JdbcClient jdbc;

  private final Faults faults = TestBackends.shared().faults();

  /** By code, where it may lead. */
  private final Map<String, Set<String>> targets = new TreeMap<>();

  private final List<String> open = new ArrayList<>();

  /** Those that the SDK has yet to publish. */
  private final List<String> promised = new ArrayList<>();

  private int acknowledged;

  @AfterEach
  void heal() {
    faults.resume("kafka");
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void what_was_acknowledged_while_kafka_was_slow_holds(long seed) throws Exception {
    Random random = new Random(seed);
    for (int n = 0; n < LINKS; n++) {
      made(link(target(n)), target(n));
    }
    String token = TestTokens.service("order-app");
    URI service = URI.create("http://127.0.0.1:" + port);
    try (ShortLinkClient sdk =
        new ShortLinkClient(ShortLinkOptions.of(service, () -> token).withTier(7))) {
      made(sdk.shorten(target(LINKS)).get().code(), target(LINKS));
      faults.pause("kafka");
      Instant end = Instant.now().plus(SLOW);
      for (int n = 1; n <= CHANGES && Instant.now().isBefore(end) && open.size() > 1; n++) {
        act(random, target(LINKS + n), sdk);
        String looked = open.get(random.nextInt(open.size()));
        assertThat(targets.get(looked)).as(looked).contains(location(looked));
      }
      faults.resume("kafka");
      // Closing waits for what the client has, but not for minutes until a broker answers again.
      for (String code : promised) {
        await(code)
            .pollDelay(Duration.ZERO)
            .atMost(LONG)
            .untilAsserted(() -> assertThat(targets.get(code)).contains(location(code)));
      }
    }
    assertThat(acknowledged).isPositive();
    // As though half a minute had passed, and each had been idle: from now on HBase alone tells.
    jdbc.sql("UPDATE untold_changes SET due_at = 0").update();
    for (String code : targets.keySet()) {
      await(code)
          .pollDelay(Duration.ZERO)
          .atMost(LONG)
          .untilAsserted(
              () -> {
                forget(code);
                assertThat(targets.get(code)).as(code).contains(location(code));
              });
    }
  }

  /**
   * If each of these held a thread of the web server until Kafka's time-out, no visitor had one.
   */
  @Test
  void links_lead_on_while_many_make_links_and_kafka_hangs() throws Exception {
    String hot = link("https://example.com/hot");
    String body = "{\"url\":\"https://example.com/new\"}";
    AtomicBoolean over = new AtomicBoolean();
    Queue<Integer> others = new ConcurrentLinkedQueue<>();
    AtomicInteger made = new AtomicInteger();
    ExecutorService makers = Executors.newFixedThreadPool(MAKERS);
    faults.pause("kafka");
    try {
      for (int n = 0; n < MAKERS; n++) {
        makers.submit(
            () -> {
              for (int calls = 0; calls < MOST_CALLS && !over.get(); calls++) {
                int status = send("POST", "/api/v1/links", app(), body).status();
                if (status == 201) {
                  made.incrementAndGet();
                } else {
                  others.add(status);
                }
              }
              return null;
            });
      }
      await().atMost(LONG).until(() -> made.get() >= MAKERS);
      // A busy machine is slow now and then; if they waited for Kafka none would be quick.
      assertThat(
              IntStream.range(0, VISITS)
                  .mapToObj(n -> get("/" + hot).expect(302).took())
                  .filter(took -> took.compareTo(QUITE_LONG) < 0))
          .hasSizeGreaterThan(VISITS / 2);
    } finally {
      over.set(true);
      faults.resume("kafka");
      makers.shutdown();
      assertThat(makers.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(others).as("answers that are no 201").isEmpty();
    // As though half a minute had passed.
    jdbc.sql("UPDATE untold_changes SET due_at = 0").update();
    await()
        .atMost(LONG)
        .until(
            () -> jdbc.sql("SELECT COUNT(*) FROM untold_changes").query(Long.class).single() == 0);
  }

  private void act(Random random, String target, ShortLinkClient sdk) {
    String body = "{\"url\":\"" + target + "\"}";
    String code = open.get(random.nextInt(open.size()));
    switch (random.nextInt(4)) {
      case 0 -> {
        Reply reply = send("POST", "/api/v1/links", app(), body);
        made(reply.expect(201).code(), target);
      }
      case 1 -> changed(code, target, send("PATCH", "/api/v1/links/" + code, app(), body), 200);
      case 2 -> {
        changed(code, NOWHERE, send("DELETE", "/api/v1/links/" + code, app(), null), 204);
        open.remove(code);
      }
      default -> {
        String made = sdk.shortenNow(target).code();
        targets.put(made, Set.of(target));
        promised.add(made);
      }
    }
  }

  private void made(String code, String target) {
    targets.put(code, Set.of(target));
    open.add(code);
  }

  private void changed(String code, String target, Reply reply, int done) {
    assertThat(reply.status()).isIn(done, 503);
    if (reply.status() == done) {
      acknowledged++;
      targets.put(code, Set.of(target));
    } else {
      Set<String> either = new HashSet<>(targets.getOrDefault(code, Set.of()));
      either.add(target);
      targets.put(code, either);
    }
  }

  private String location(String code) {
    Reply reply = get("/" + code);
    assertThat(reply.status()).isIn(302, 404, 410);
    return reply.header("Location");
  }

  private static String target(int n) {
    return "https://example.com/slow/" + n;
  }
}
