package dev.storefront.fitment.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.FitmentServiceTest;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Vehicle ids 8400000-8499999 and SKUs 8400000-8499999 are this class's. */
@FitmentServiceTest
class NearCacheApiTest {

  private static final Duration MOST_STALE = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofSeconds(1);

  /** Each shelf is forgotten in the last quarter of the greatest age. */
  private static final Duration LEAST_KEPT = MOST_STALE.multipliedBy(3).dividedBy(4);

  private static final int WRITES = 300;
  private static final int WRITES_AT_LEAST = 100;
  private static final int VEHICLE = 8_400_000;
  private static final List<Integer> BOTH = List.of(VEHICLE, VEHICLE + 1);

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  @Autowired Environment environment;
  @Autowired KafkaListenerEndpointRegistry listeners;

  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 2);
  }

  @Test
  void a_hot_group_needs_no_redis() {
    api.putSelf(8_400_001, 8_400_000, VEHICLE).isOk();
    assertThat(api.checked(BOTH, 8_400_001L)).containsExactly("8400001 KNOWN 10");
    long before = scriptCalls();
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      assertThat(api.checked(BOTH, 8_400_001L)).containsExactly("8400001 KNOWN 10");
    }
    // One more each time that what is kept has become too old: on a slow machine that takes longer.
    long took = System.nanoTime() - start;
    assertThat(scriptCalls() - before).isLessThanOrEqualTo(2 + took / LEAST_KEPT.toNanos());
  }

  @Test
  void this_instances_writes_show_at_once_however_many_read_meanwhile() throws Exception {
    long sku = 8_400_011;
    api.putSelf(sku, 8_400_010, VEHICLE).isOk();
    AtomicBoolean writing = new AtomicBoolean(true);
    ExecutorService readers = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> reads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        reads.add(
            readers.submit(
                () -> {
                  while (writing.get()) {
                    Reply reply = api.check(BOTH, List.of(sku));
                    if (reply.status() != 503) {
                      assertThat(FitmentApi.answers(reply.isOk()))
                          .isSubsetOf(sku + " KNOWN 10", sku + " KNOWN 01");
                    }
                  }
                }));
      }
      long deadline = System.nanoTime() + Duration.ofSeconds(8).toNanos();
      for (int i = 0; i < WRITES && (i < WRITES_AT_LEAST || System.nanoTime() < deadline); i++) {
        api.putSelf(sku, 8_400_010, VEHICLE + i % 2).isOk();
        List<String> right = List.of(sku + " KNOWN " + digits(i % 2));
        await().pollDelay(Duration.ZERO).until(() -> api.isRight(BOTH, List.of(sku), right));
      }
      writing.set(false);
      for (Future<?> read : reads) {
        read.get();
      }
    } finally {
      readers.shutdownNow();
    }
  }

  @Test
  void another_instances_write_shows_soon_and_without_kafka_within_the_stated_time() {
    long sku = 8_400_021;
    api.putSelf(sku, 8_400_020, VEHICLE).isOk();
    try (SecondInstance other = SecondInstance.start(FitmentApplication.class, environment)) {
      // On a busy machine not each time; without Kafka never, see below.
      long soon = 0;
      for (int i = 1; i <= 20 || soon < 5 && i <= 60; i++) {
        Duration stale = staleAfterWriteOf(other, sku, i % 2);
        assertThat(stale).isLessThan(MOST_STALE);
        soon += stale.compareTo(SOON) < 0 ? 1 : 0;
      }
      assertThat(soon).isGreaterThanOrEqualTo(5);

      MessageListenerContainer hearing =
          Objects.requireNonNull(listeners.getListenerContainer("near-cache"));
      hearing.stop();
      try {
        assertThat(longestStaleAfterWritesOf(other, sku)).isBetween(SOON, MOST_STALE);
      } finally {
        hearing.start();
      }
    }
  }

  /** On a busy machine what is kept may be about to be too old when the other one writes. */
  private Duration longestStaleAfterWritesOf(SecondInstance other, long sku) {
    Duration longest = Duration.ZERO;
    for (int i = 1; i <= 30 && longest.compareTo(SOON) < 0; i++) {
      Duration stale = staleAfterWriteOf(other, sku, i % 2);
      longest = stale.compareTo(longest) > 0 ? stale : longest;
    }
    return longest;
  }

  /** How long this instance says what was right before another one wrote. */
  private Duration staleAfterWriteOf(SecondInstance other, long sku, int fitting) {
    assertThat(api.checked(BOTH, sku)).containsExactly(sku + " KNOWN " + digits(1 - fitting));
    new FitmentApi(other.port()).putSelf(sku, 8_400_020, VEHICLE + fitting).isOk();
    return untilShown(sku, digits(fitting));
  }

  @Test
  void an_operator_turns_it_off_at_run_time() throws Exception {
    api.putSelf(8_400_031, 8_400_030, VEHICLE).isOk();
    try (ConfigurationCentre operator = ConfigurationCentre.of(environment)) {
      operator.set("near-cache", "off");
      try {
        await().until(() -> scriptCallsOfTenChecks() == 10);
        assertThat(meters.get("storefront.near.cache.bytes").gauge().value()).isZero();
      } finally {
        operator.remove("near-cache");
      }
      await().until(() -> scriptCallsOfTenChecks() < 3);
    }
  }

  private long scriptCallsOfTenChecks() {
    long before = scriptCalls();
    for (int i = 0; i < 10; i++) {
      api.checked(BOTH, 8_400_031L);
    }
    return scriptCalls() - before;
  }

  /** How long an answer is the old one. */
  private Duration untilShown(long sku, String digits) {
    long start = System.nanoTime();
    long lastStale = start;
    while (true) {
      long asked = System.nanoTime();
      if (api.checked(BOTH, sku).equals(List.of(sku + " KNOWN " + digits))) {
        return Duration.ofNanos(lastStale - start);
      }
      lastStale = asked;
      assertThat(Duration.ofNanos(asked - start)).isLessThan(MOST_STALE.multipliedBy(2));
    }
  }

  private static String digits(int fitting) {
    return fitting == 0 ? "10" : "01";
  }

  private long scriptCalls() {
    return ScriptCalls.of(meters, "fitment/checkFitment");
  }
}
