package dev.storefront.history.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.storefront.history.core.View;
import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.KafkaEvent;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** What the job makes of events, in a small cluster of this JVM. */
class IngestTopologyTest {

  private static final long NOW = 1_700_000_000_000L;
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC);
  private static final int MINUTE_MILLIS = 60_000;
  private static final byte[] TRACE = {1, 2};

  private final Collected<UserViews> calls = new Collected<>();
  private final Collected<DeadLetter> deadLetters = new Collected<>();

  @Test
  void the_views_of_a_user_become_one_call_with_all_times_of_each_sku() throws Exception {
    run(
        List.of(
            view("alice", 7, NOW - 5),
            view("bob", 7, NOW - 9),
            view("alice", 8, NOW - 4),
            view("alice", 7, NOW - 3),
            view("alice", 7, NOW - 8),
            view("alice", 7, NOW - 3)));

    assertThat(calls.all()).extracting(UserViews::user).containsExactlyInAnyOrder("alice", "bob");
    UserViews alice =
        calls.all().stream().filter(c -> c.user().equals("alice")).findFirst().orElseThrow();
    assertThat(alice.asViews())
        .containsExactlyInAnyOrder(
            new View(7, NOW - 5), new View(8, NOW - 4), new View(7, NOW - 3), new View(7, NOW - 8));
    assertThat(alice.taken()).isEqualTo(5);
    assertThat(deadLetters.all()).isEmpty();
  }

  @Test
  void a_call_has_a_bounded_number_of_views_and_none_is_lost() throws Exception {
    int views = 3 * MergeViews.MOST_WAITING + 1;
    run(IntStream.rangeClosed(1, views).mapToObj(sku -> view("alice", sku, NOW - sku)).toList());

    assertThat(calls.all()).hasSize(4);
    assertThat(calls.all()).allSatisfy(c -> assertThat(c.size()).isBetween(1, 100));
    assertThat(calls.all().stream().flatMap(call -> pairs(call).keySet().stream()))
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, views).boxed().toList());
  }

  @Test
  void what_is_no_page_view_becomes_a_dead_letter_as_it_came() throws Exception {
    List<String> faulty =
        List.of(
            "no json",
            "{\"userId\": \"\", \"skuId\": 1, \"viewedAt\": 1}",
            "{\"userId\": \"alice\", \"viewedAt\": " + NOW + "}",
            "{\"userId\": \"alice\", \"skuId\": 0, \"viewedAt\": " + NOW + "}",
            "{\"userId\": \"alice\", \"skuId\": 1, \"viewedAt\": " + (NOW + 300_001) + "}");
    List<KafkaEvent> events =
        new ArrayList<>(faulty.stream().map(IngestTopologyTest::event).toList());
    events.add(view("alice", 1, NOW + 300_000));
    events.add(new KafkaEvent("page-views-3@9", null, null, new String[0], new byte[0][]));
    run(events);

    assertThat(deadLetters.all()).hasSize(6);
    assertThat(deadLetters.all())
        .allSatisfy(letter -> assertThat(letter.reason()).isNotBlank())
        .filteredOn(letter -> letter.event().value() != null)
        .extracting(
            letter -> new String(letter.event().value(), StandardCharsets.UTF_8),
            letter -> letter.event().origin(),
            letter -> Arrays.toString(letter.event().headerValues()[0]))
        .containsExactlyInAnyOrderElementsOf(
            faulty.stream()
                .map(text -> tuple(text, "page-views-3@7", Arrays.toString(TRACE)))
                .toList());
    assertThat(calls.all()).extracting(UserViews::user).containsExactly("alice");
  }

  @Test
  void a_view_that_is_older_than_the_history_reaches_is_passed_over() throws Exception {
    long oldest = NOW - Duration.ofDays(60).toMillis();
    run(List.of(view("alice", 1, oldest), view("alice", 2, oldest - 1)));

    assertThat(calls.all())
        .hasSize(1)
        .allSatisfy(call -> assertThat(pairs(call)).containsOnlyKeys(1L));
    assertThat(deadLetters.all()).isEmpty();
  }

  @Test
  void a_view_waits_no_longer_than_it_is_told() throws Exception {
    JobClient job = runOn(2, environment());
    try {
      awaitCalls();
    } finally {
      job.cancel().get();
    }
  }

  @Test
  void nothing_waits_when_a_checkpoint_is_made() throws Exception {
    StreamExecutionEnvironment environment = environment();
    environment.enableCheckpointing(200);
    JobClient job = runOn(60 * MINUTE_MILLIS, environment);
    try {
      awaitCalls();
    } finally {
      job.cancel().get();
    }
  }

  /** A source without an end, so that nothing is handed on because it ended. */
  private JobClient runOn(int mergeMillis, StreamExecutionEnvironment environment)
      throws Exception {
    DataGeneratorSource<KafkaEvent> source =
        new DataGeneratorSource<>(
            number -> view("user-" + number % 10, 1 + number % 7, NOW),
            Long.MAX_VALUE,
            RateLimiterStrategy.perSecond(100),
            TypeInformation.of(KafkaEvent.class));
    IngestTopology.build(
        environment.fromSource(source, WatermarkStrategy.noWatermarks(), "events"),
        calls,
        deadLetters,
        mergeMillis,
        CLOCK);
    return environment.executeAsync();
  }

  private void awaitCalls() {
    await().atMost(Duration.ofMinutes(2)).until(() -> calls.all().size() >= 20);
  }

  private void run(List<KafkaEvent> events) throws Exception {
    StreamExecutionEnvironment environment = environment();
    IngestTopology.build(
        environment.fromData(
            TypeInformation.of(KafkaEvent.class), events.toArray(KafkaEvent[]::new)),
        calls,
        deadLetters,
        MINUTE_MILLIS,
        CLOCK);
    environment.execute();
  }

  private static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    return StreamExecutionEnvironment.createLocalEnvironment(2, flink);
  }

  private static Map<Long, Long> pairs(UserViews views) {
    return IntStream.range(0, views.size())
        .boxed()
        .collect(Collectors.toMap(i -> views.views()[2 * i], i -> views.views()[2 * i + 1]));
  }

  private static KafkaEvent view(String user, long sku, long viewedAt) {
    return event(
        "{\"eventId\": \"e\", \"userId\": \"%s\", \"skuId\": %d, \"viewedAt\": %d, \"more\": 1}"
            .formatted(user, sku, viewedAt));
  }

  private static KafkaEvent event(String text) {
    return new KafkaEvent(
        "page-views-3@7",
        new byte[] {5},
        text.getBytes(StandardCharsets.UTF_8),
        new String[] {"traceparent"},
        new byte[][] {TRACE});
  }
}
