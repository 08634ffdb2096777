package dev.storefront.common;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.storefront.common.SampleApplication.Entries;
import dev.storefront.common.SampleApplication.Greeting;
import dev.storefront.common.SampleApplication.Greetings;
import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.EventPublisher.Outgoing;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.lua.LuaScript;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** The clients of common-lib against the real servers. */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "common")
class BackendsTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  /** Longer than Kafka's own producer keeps what it cannot send. */
  private static final Duration STOPPED = Duration.ofMillis(5_600);

  /** So that it keeps what is sent after it for longer than the broker stands still. */
  private static final Duration BETWEEN = Duration.ofMillis(1_200);

  private static final LuaScript ADD = LuaScript.load("sample/addUp");

  @LocalServerPort int port;
  @Autowired Namespace namespace;
  @Autowired ScriptRunner scripts;
  @Autowired StringRedisTemplate redis;
  @Autowired Switches switches;
  @Autowired EventPublisher events;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired ConsumerFactory<String, byte[]> consumers;
  @Autowired Greetings greetings;
  @Autowired Entries entries;
  @Autowired MeterRegistry meters;
  @Autowired HBaseClient hbase;
  @Autowired EventJson json;

  @Value("${storefront.zookeeper.connect}")
  String zookeeper;

  HttpCalls http;

  @BeforeEach
  void connect() {
    http = new HttpCalls(port);
  }

  @Test
  void readiness_is_up_once_every_backend_is() {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(http.get("/actuator/health/readiness", null).body())
                    .contains("\"redis\":{\"status\":\"UP\"}")
                    .contains("\"kafka\":{\"status\":\"UP\"}")
                    .contains("\"hbase\":{\"status\":\"UP\"}")
                    .doesNotContain("127.0.0.1"));
  }

  @Test
  void a_pipeline_of_scripts_survives_a_script_flush_in_its_midst() {
    List<CompletableFuture<Long>> replies = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      if (i % 200 == 100) {
        redis
            .getRequiredConnectionFactory()
            .getClusterConnection()
            .scriptingCommands()
            .scriptFlush();
      }
      replies.add(scripts.integer(add("{slot" + i + "}", 5)));
    }
    assertThat(replies.stream().map(ScriptRunner::await)).hasSize(600).containsOnly(5L);
  }

  @Test
  void each_kind_of_reply_comes_back_as_it_is() {
    assertThat(ScriptRunner.await(scripts.integer(add("{kinds}", 2)))).isEqualTo(2);
    ScriptCall list =
        ScriptCall.of(LuaScript.load("sample/echoAll"), List.of(key("{kinds}")), "a", "b");
    assertThat(ScriptRunner.await(scripts.list(list)))
        .map(
            part -> part instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : part)
        .containsExactly("a", "b");
  }

  @Test
  void keys_of_two_slots_or_of_a_wrong_number_are_refused_before_they_are_sent() {
    assertThatThrownBy(() -> ScriptCall.of(ADD, List.of("{a}", "{b}"), 1))
        .hasMessageContaining("takes 1 keys, got 2");
    LuaScript two = LuaScript.load("sample/echoAll");
    assertThatThrownBy(() -> ScriptCall.of(two, List.of("{a}", "{b}"), 1))
        .hasMessageContaining("different slots");
  }

  @Test
  void a_switch_follows_the_configuration_centre() throws Exception {
    Switch<Integer> limit = switches.defineInt("test-limit", 5, 0, 100);
    String path = namespace.zookeeperRoot() + "/config/common-lib-test/test-limit";
    try (CuratorFramework operator =
        CuratorFrameworkFactory.newClient(zookeeper, new RetryOneTime(100))) {
      operator.start();
      operator.create().creatingParentsIfNeeded().forPath(path, bytes("42"));
      await().atMost(SOON).until(() -> limit.get() == 42);
      operator.setData().forPath(path, bytes("many"));
      operator.setData().forPath(path, bytes("43"));
      await().atMost(SOON).until(() -> limit.get() == 43);
      assertThat(http.get("/actuator/switches", null).body()).contains("\"test-limit\":43");
      operator.delete().forPath(path);
      await().atMost(SOON).until(() -> limit.get() == 5);
    }
  }

  @Test
  void what_was_acknowledged_of_a_fresh_topic_of_50_partitions_is_read() {
    Set<Integer> unsent = IntStream.range(0, 1000).boxed().collect(toCollection(HashSet::new));
    await()
        .atMost(SOON)
        .until(
            () -> {
              unsent.removeAll(acknowledged(unsent));
              return unsent.isEmpty();
            });
    String[] all = IntStream.range(0, 1000).mapToObj(i -> "hello " + i).toArray(String[]::new);
    await().atMost(SOON).untilAsserted(() -> assertThat(greetings.texts()).contains(all));
  }

  /** A broker that others keep busy may need longer than a caller waits; then he sends again. */
  private List<Integer> acknowledged(Set<Integer> numbers) {
    Map<Integer, CompletableFuture<Void>> sends = new HashMap<>();
    for (int i : numbers) {
      sends.put(i, events.publish("greetings", "k" + i, new Greeting("e" + i, "hello " + i)));
    }
    return sends.entrySet().stream()
        .filter(send -> send.getValue().handle((sent, error) -> error == null).join())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  @NotOnSharedServers
  void what_kafka_has_of_events_in_order_has_all_before_it_also_if_some_waited_too_long() {
    Faults faults = TestBackends.shared().faults();
    List<Outgoing> ordered = new ArrayList<>();
    IntStream.range(0, 300).forEach(i -> ordered.add(inOrder(i, () -> {})));
    ordered.set(
        1,
        inOrder(
            1,
            once(
                () -> {
                  faults.pause("kafka");
                  resumeLater(faults);
                })));
    ordered.set(200, inOrder(200, once(() -> await().pollDelay(BETWEEN).until(() -> true))));
    try {
      await()
          .atMost(SOON)
          .ignoreExceptionsMatching(BackendUnavailableException.class::isInstance)
          .until(
              () -> {
                events.publishInOrder(ordered);
                return true;
              });
    } finally {
      faults.resume("kafka");
    }
    assertThat(textsInOrder("no 299"))
        .containsExactlyElementsOf(IntStream.range(0, 300).mapToObj(i -> "no " + i).toList());
  }

  private static void resumeLater(Faults faults) {
    CompletableFuture.delayedExecutor(STOPPED.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> faults.resume("kafka"));
  }

  private static Outgoing inOrder(int number, Runnable written) {
    return new Outgoing("greetings", "in order", new Staged("o" + number, "no " + number, written));
  }

  private static Runnable once(Runnable work) {
    AtomicBoolean done = new AtomicBoolean();
    return () -> {
      if (!done.getAndSet(true)) {
        work.run();
      }
    };
  }

  /** A greeting; something happens when it is written. */
  private record Staged(String eventId, String text, @JsonIgnore Runnable written) {

    @Override
    public String text() {
      written.run();
      return text;
    }
  }

  /** What Kafka has, each where it came first, up to this. */
  private List<String> textsInOrder(String last) {
    Set<String> texts = new LinkedHashSet<>();
    try (Consumer<String, byte[]> reader = consumers.createConsumer("in-order" + port, "")) {
      reader.subscribe(List.of(namespace.topic("greetings")));
      await()
          .atMost(SOON)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> record : reader.poll(Duration.ofMillis(200))) {
                  if ("in order".equals(record.key())) {
                    texts.add(json.read(record.value(), Greeting.class).text());
                  }
                }
                return texts.contains(last);
              });
    }
    return List.copyOf(texts);
  }

  @Test
  void a_record_that_cannot_be_read_or_stored_is_buried_with_its_reason_and_the_rest_goes_on() {
    String topic = namespace.topic("greetings");
    kafka.send(topic, 7, "x", bytes("{\"eventId\":\"e\"}")).join();
    kafka.send(topic, 7, "x", bytes("not json")).join();
    kafka.send(topic, 7, "x", bytes("{\"eventId\":\"e\",\"text\":\"\\u0000\"}")).join();
    kafka.send(topic, 7, "x", bytes("{\"eventId\":\"e\",\"text\":\"stumbled over\"}")).join();
    kafka.send(topic, 7, "x", bytes("{\"eventId\":\"e\",\"text\":\"misread\"}")).join();
    // As large as Kafka takes, so that there is no room for the reason.
    String large = "y".repeat(1_048_446);
    kafka.send(topic, 7, "x", bytes(large)).join();
    kafka.send(topic, 7, "x", bytes("{\"eventId\":\"e\",\"text\":\"after all\"}")).join();
    await().atMost(SOON).until(() -> greetings.texts().contains("after all"));
    try (Consumer<String, byte[]> letters = consumers.createConsumer("letters" + port, "")) {
      letters.subscribe(List.of(topic + ".dlt"));
      Map<String, String> reasons = new HashMap<>();
      Set<String> cuts = new HashSet<>();
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                for (ConsumerRecord<String, byte[]> letter : letters.poll(Duration.ofMillis(200))) {
                  reasons.put(
                      header(letter, DeadLetters.ORIGIN), header(letter, DeadLetters.REASON));
                  assertThat(header(letter, DeadLetters.CONSUMER))
                      .isEqualTo(namespace.group("common-lib"));
                  if (letter.headers().lastHeader(DeadLetters.CUT) != null) {
                    cuts.add(header(letter, DeadLetters.CUT));
                    assertThat(letter.value()).isEqualTo(bytes(large.substring(0, 65_536)));
                  }
                }
                assertThat(reasons).hasSize(6);
              });
      assertThat(cuts).containsExactly(Integer.toString(large.length()));
      assertThat(String.join("; ", reasons.values()))
          .contains(
              "text must not be blank",
              "is not the JSON object",
              "A greeting without a sound",
              "A bug",
              "A bug of reading");
    }
  }

  @Test
  void where_nothing_may_be_missed_a_bug_holds_up_its_partition_until_it_is_mended() {
    String topic = namespace.topic("entries");
    kafka.send(topic, "x", bytes("not json")).join();
    kafka.send(topic, "x", bytes("{\"eventId\":\"e\",\"text\":\"stumbled over\"}")).join();
    kafka.send(topic, "x", bytes("{\"eventId\":\"e\",\"text\":\"what follows\"}")).join();
    await().atMost(SOON).until(() -> entries.stumbles() >= 3);
    kafka.send(topic, "x", bytes("{\"eventId\":\"e\",\"text\":\"misread\"}")).join();
    int before = entries.stumbles();
    await().atMost(SOON).until(() -> entries.stumbles() >= before + 2);
    assertThat(entries.texts()).isEmpty();
    assertThat(meters.get("storefront.kafka.held.up").tag("topic", topic).counter().count())
        .isGreaterThanOrEqualTo(3);

    entries.mend();
    await().atMost(SOON).until(() -> entries.texts().contains("misread"));
    assertThat(entries.texts()).containsExactly("stumbled over", "what follows", "misread");
    try (Consumer<String, byte[]> letters = consumers.createConsumer("entries" + port, "")) {
      letters.subscribe(List.of(topic + ".dlt"));
      List<String> reasons = new ArrayList<>();
      await()
          .atMost(SOON)
          .until(
              () -> {
                letters
                    .poll(Duration.ofMillis(200))
                    .forEach(l -> reasons.add(header(l, DeadLetters.REASON)));
                return !reasons.isEmpty();
              });
      assertThat(reasons).singleElement().asString().contains("is not the JSON object");
    }
    assertThat(meters.get("storefront.kafka.dead.letters").tag("topic", topic).counter().count())
        .isOne();
  }

  @Test
  void a_table_is_there_for_use() {
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              Put put = new Put(bytes("row")).addColumn(bytes("s"), bytes("q"), bytes("value"));
              hbase.call("samples", table -> table.put(put)).join();
              byte[] read =
                  hbase
                      .call("samples", table -> table.get(new Get(bytes("row"))))
                      .join()
                      .getValue(bytes("s"), bytes("q"));
              assertThat(Bytes.toString(read)).isEqualTo("value");
            });
  }

  private ScriptCall add(String key, int amount) {
    return ScriptCall.of(ADD, List.of(key(key)), amount);
  }

  private String key(String key) {
    return namespace.key(key);
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
