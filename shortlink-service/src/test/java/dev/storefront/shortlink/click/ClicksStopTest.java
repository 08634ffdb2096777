package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.shortlink.ShortLinkApplication;
import dev.storefront.shortlink.ShortLinkTest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** Clicks made while an instance stops: none is lost in silence. */
class ClicksStopTest extends ShortLinkTest {

  private static final int CALLERS = 4;
  private static final int MANY = 10_000;
  private static final int ROUNDS = 3;
  private static final String LINK = "{\"url\":\"https://example.com/\"}";

  @Autowired Environment environment;
  @Autowired EventPublisher publisher;
  @Autowired EventJson events;
  @Autowired ClickProperties properties;
  @Autowired Supplier<UUID> ids;
  @Autowired Clock clock;
  @Autowired TopicReader topics;

  /** Kafka is there; on a busy machine it may pause for longer than clicks wait, now and then. */
  @Test
  void each_redirect_that_an_instance_answers_while_it_stops_is_in_kafka() throws Exception {
    double dropped = droppedByAStop();
    for (int n = 1; n < ROUNDS && dropped > 0; n++) {
      dropped = droppedByAStop();
    }
    assertThat(dropped).isZero();
  }

  private double droppedByAStop() throws Exception {
    String code = send("POST", "/api/v1/links", app(), LINK).expect(201).code();
    AtomicInteger answered = new AtomicInteger();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try (SecondInstance other =
        SecondInstance.start(
            ShortLinkApplication.class,
            environment,
            setting("storefront.hbase.zookeeper"),
            setting("storefront.switches.kept-in"))) {
      Counter dropped =
          other.bean(MeterRegistry.class).get("storefront.shortlink.clicks.dropped").counter();
      HttpCalls http = new HttpCalls(other.port());
      Callable<Void> following =
          () -> {
            // Until it is hung up on.
            while (true) {
              if (http.get("/" + code, null).statusCode() == 302) {
                answered.incrementAndGet();
              }
            }
          };
      List<Future<Void>> calls = new ArrayList<>();
      for (int n = 0; n < CALLERS; n++) {
        calls.add(callers.submit(following));
      }
      await().atMost(SOON).until(() -> answered.get() > CALLERS);
      int before = answered.get();
      other.close();
      for (Future<Void> call : calls) {
        assertThat(call)
            .failsWithin(SOON)
            .withThrowableThat()
            .withRootCauseInstanceOf(IOException.class);
      }
      assertThat(answered.get()).isGreaterThan(before);
      assertThat(inKafka(code) + dropped.count()).isGreaterThanOrEqualTo(answered.get());
      return dropped.count();
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  @NotOnSharedServers
  void what_kafka_does_not_take_before_the_end_is_counted_as_dropped_and_so_is_what_comes_later() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    Clicks clicks = new Clicks(publisher, properties, meters, ids, clock);
    Faults faults = TestBackends.shared().faults();
    faults.pause("kafka");
    try {
      clicks.start();
      for (int n = 0; n < MANY; n++) {
        clicks.count("abcdef", 1, null, null, "198.51.100.1");
      }
      clicks.stop();
      awaitDropped(meters, MANY);
      clicks.count("abcdef", 1, null, null, "198.51.100.1");
      awaitDropped(meters, MANY + 1);
    } finally {
      faults.resume("kafka");
    }
    await().atMost(SOON).ignoreExceptions().until(this::kafkaTakesClicks);
    // A context that was paused goes on.
    clicks.start();
    clicks.count("abcdef", 1, null, null, "198.51.100.1");
    clicks.stop();
    awaitDropped(meters, MANY + 1);
  }

  private boolean kafkaTakesClicks() throws Exception {
    ClickEvent click =
        new ClickEvent(
            ids.get().toString(), "abcdef", 1, clock.millis(), null, null, "0123456789abcdef");
    publisher.publish(Clicks.TOPIC, click.code(), click).get(SOON.toSeconds(), TimeUnit.SECONDS);
    return true;
  }

  private String setting(String name) {
    return name + "=" + environment.getRequiredProperty(name);
  }

  private static void awaitDropped(MeterRegistry meters, int clicks) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(meters.counter("storefront.shortlink.clicks.dropped").count())
                    .isEqualTo(clicks));
  }

  private int inKafka(String code) throws InterruptedException {
    Set<String> found = new HashSet<>();
    topics.read(
        Clicks.TOPIC,
        Map.of(),
        topics.ends(Clicks.TOPIC),
        (records, next) ->
            records.stream()
                .map(record -> events.read(record.value(), ClickEvent.class))
                .filter(click -> click.code().equals(code))
                .forEach(click -> found.add(click.eventId())));
    return found.size();
  }
}
