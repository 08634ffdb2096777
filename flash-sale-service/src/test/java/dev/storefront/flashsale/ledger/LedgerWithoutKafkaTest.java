package dev.storefront.flashsale.ledger;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.flashsale.FlashSaleApplication;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.testing.Api;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Topics;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.kafka.core.ConsumerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two instances that sell on while Kafka is away for long. */
@Tag("proof")
@WithBackends(database = "flash_sale", namespace = "pairs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NotOnSharedServers
class LedgerWithoutKafkaTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int QUOTA = 10_000;
  private static final int BURST = 80;

  /** A cold Kafka included. */
  private static final Duration SOON = Duration.ofMinutes(2);

  /** Far more than there are connections. */
  private static final int WRITERS = 40;

  @Autowired private Environment environment;
  @Autowired private ConsumerFactory<String, byte[]> consumers;
  @Autowired private Namespace namespace;
  @Autowired private JsonMapper json;
  @Autowired private LedgerRoute route;
  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;

  private final Faults faults = TestBackends.shared().faults();
  private final List<String> told = new ArrayList<>();
  private SecondInstance second;
  private ConfigurationCentre centre;
  private List<Api> instances;
  private int calls;

  @BeforeAll
  void start() {
    second = SecondInstance.start(FlashSaleApplication.class, environment);
    centre = ConfigurationCentre.of(environment);
    instances = List.of(api(), new Api(second.port()));
    centre.set("ledger-direct-after-seconds", "2");
  }

  @AfterAll
  void stop() {
    faults.start("kafka");
    centre.remove("ledger-direct-after-seconds");
    second.close();
    centre.close();
  }

  @Test
  void grabs_turn_to_mysql_and_back_and_nothing_is_lost_doubled_or_told_out_of_order() {
    long promotion = onSale(QUOTA);
    work(promotion, 10);
    String old = grabInTheEnd(promotion);
    await().untilAsserted(() -> assertInMySql("GRABBED " + old));
    assertThat(directInstances()).isZero();

    faults.kill("kafka");
    await().atMost(LONG).until(() -> tries(promotion) && directInstances() == 2);
    int before = told.size();
    work(promotion, 20);
    burst(promotion);
    // MySQL has it all without any consumer.
    told.subList(before, told.size()).forEach(this::assertInMySql);
    // What has no record any more is read, but only Kafka knows whether it was decided.
    cluster.call(c -> c.del(key("O_{" + old + "}"))).join();
    api().get("/api/v1/grabs/" + old, SERVICE).expect(200);
    api().post("/api/v1/grabs/" + old + "/pay", SERVICE, null).expect(503, "unavailable");

    faults.start("kafka");
    await()
        .atMost(LONG)
        .until(
            () -> {
              work(promotion, 1);
              return directInstances() == 0;
            });
    work(promotion, 10);
    inTheEnd("/api/v1/grabs/" + old + "/pay", Map.of());
    told.add("PAID " + old);

    assertToldInOrder(promotion);
    booksAgree(promotion);
  }

  @Test
  void writers_that_have_all_connections_do_not_keep_the_ledger_from_turning_back() {
    long promotion = onSale(QUOTA);
    faults.kill("kafka");
    await().atMost(LONG).until(() -> triesHere(promotion) && route.isDirect());

    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    Queue<String> written = new ConcurrentLinkedQueue<>();
    AtomicBoolean enough = new AtomicBoolean();
    IntStream.range(0, WRITERS)
        .forEach(i -> writers.execute(() -> write(promotion, written, enough)));
    try {
      faults.start("kafka");
      await().atMost(SOON).until(() -> !route.isDirect());
    } finally {
      enough.set(true);
      writers.shutdown();
    }

    List<String> expected = List.copyOf(written);
    assertThat(expected).hasSizeGreaterThan(2 * WRITERS);
    List<String> events =
        lines(
            new Topics(consumers, namespace, json)
                .eventsOf(promotion, found -> new HashSet<>(lines(found)).containsAll(expected)));
    Map<String, Integer> places = new HashMap<>();
    events.forEach(event -> places.put(event, places.size()));
    assertThat(
            expected.stream()
                .filter(event -> event.startsWith("CANCELLED"))
                .filter(event -> places.get(event) < places.get(grabOf(event)))
                .map(event -> "%d: %s".formatted(places.get(event), event))
                .map(line -> line + ", grabbed at " + places.get(grabOf(line.split(": ")[1]))))
        .as("cancelled before it was grabbed, by the place among %d events", places.size())
        .isEmpty();
  }

  private static String grabOf(String cancelled) {
    return cancelled.replace("CANCELLED", "GRABBED");
  }

  /** Grabs and cancels one order after another; whatever was acknowledged is to be told. */
  private void write(long promotion, Queue<String> written, AtomicBoolean enough) {
    while (!enough.get()) {
      String order = freshOrder();
      try {
        route.append(List.of(entry(Kind.GRAB, order, promotion))).join();
        written.add("GRABBED " + order);
        route.append(List.of(entry(Kind.CANCEL, order, promotion))).join();
        written.add("CANCELLED " + order);
      } catch (CompletionException notAcknowledged) {
        // The next one.
      }
    }
  }

  private LedgerEntry entry(Kind kind, String order, long promotion) {
    return new LedgerEntry(
        LedgerEntry.idOf(kind, order, promotion, 1),
        kind,
        promotion,
        order,
        1,
        1,
        null,
        null,
        "pat",
        "192.0.2.7",
        null,
        null,
        clock.millis());
  }

  /**
   * Pays one order and cancels another, each call through the other instance, one after another.
   */
  private void work(long promotion, int times) {
    for (int i = 0; i < times; i++) {
      String paid = grabInTheEnd(promotion);
      String cancelled = grabInTheEnd(promotion);
      inTheEnd("/api/v1/grabs/" + paid + "/pay", Map.of());
      told.add("PAID " + paid);
      inTheEnd("/api/v1/grabs/" + cancelled + "/cancel", Map.of("reason", "USER"));
      told.add("CANCELLED " + cancelled);
    }
  }

  private String grabInTheEnd(long promotion) {
    String order = freshOrder();
    inTheEnd("/api/v1/grabs", grab(order, promotion, 1, "pat", "192.0.2.7"));
    told.add("GRABBED " + order);
    return order;
  }

  private void inTheEnd(String path, Object body) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(LONG)
        .until(() -> List.of(200, 201).contains(next().post(path, SERVICE, body).status()));
  }

  private boolean tries(long promotion) {
    instances.forEach(instance -> tries(promotion, instance));
    return true;
  }

  /** The other instance does not learn that Kafka is away. */
  private boolean triesHere(long promotion) {
    tries(promotion, api());
    return true;
  }

  private static void tries(long promotion, Api instance) {
    instance.post("/api/v1/grabs", SERVICE, grab(freshOrder(), promotion, 1, "eve", "192.0.2.9"));
  }

  private void assertInMySql(String line) {
    String order = line.substring(line.indexOf(' ') + 1);
    assertThat(ledger.itemsOf(order)).as(line).hasSize(1);
    if (!line.startsWith("GRABBED")) {
      assertThat(ledger.itemsOf(order).get(0).status()).isEqualTo(line.split(" ")[0]);
    }
  }

  /** Many at once, of which no more than three may be under way. */
  private void burst(long promotion) {
    centre.set("direct-concurrency-limit", "3");
    await()
        .until(
            () ->
                api()
                        .get("/actuator/switches", null)
                        .at("/switches/direct-concurrency-limit")
                        .asInt()
                    == 3);
    ExecutorService callers = Executors.newFixedThreadPool(20);
    List<CompletableFuture<Reply>> replies =
        IntStream.range(0, BURST)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> tryGrab(freshOrder(), promotion, 1, "bea", "192.0.2.8"), callers))
            .toList();
    List<Reply> done = replies.stream().map(CompletableFuture::join).toList();
    callers.shutdown();
    centre.remove("direct-concurrency-limit");
    assertThat(done)
        .allMatch(r -> List.of(201, 503).contains(r.status()) || r.code().equals("too-busy"));
    assertThat(done).anyMatch(r -> r.status() == 201).anyMatch(r -> r.status() == 429);
    done.stream()
        .filter(r -> r.status() == 201)
        .forEach(r -> assertInMySql("GRABBED " + r.at("/orderId").asString()));
  }

  private void assertToldInOrder(long promotion) {
    Topics topics = new Topics(consumers, namespace, json);
    List<JsonNode> events = topics.eventsOf(promotion, found -> lines(found).containsAll(told));
    List<String> mine = new ArrayList<>(lines(events));
    mine.retainAll(told);
    assertThat(mine).containsExactlyElementsOf(told);
  }

  /** Each event as it first came: one that comes twice has the same id. */
  private static List<String> lines(List<JsonNode> events) {
    Map<String, String> byId = new LinkedHashMap<>();
    events.forEach(
        e ->
            byId.putIfAbsent(
                e.path("eventId").asString(),
                e.path("type").asString() + " " + e.path("orderId").asString("")));
    return List.copyOf(byId.values());
  }

  /** What Redis has reserved is what MySQL has, once what was ambiguous has been settled. */
  private void booksAgree(long promotion) {
    long grabbed = told.stream().filter(line -> line.startsWith("GRABBED")).count();
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              LedgerTotals totals = ledger.totalsOf(promotion);
              assertThat(QUOTA - remaining(promotion)).isEqualTo((int) totals.taken());
              assertThat(totals.taken()).isGreaterThanOrEqualTo(grabbed / 2);
              told.stream().filter(line -> line.startsWith("PAID")).forEach(this::assertInMySql);
            });
  }

  private long directInstances() {
    return instances.stream()
        .filter(
            instance ->
                instance
                        .get("/actuator/metrics/storefront.flashsale.ledger.direct", null)
                        .at("/measurements/0/value")
                        .asDouble()
                    > 0)
        .count();
  }

  private byte[] key(String name) {
    return namespace.key(name).getBytes(StandardCharsets.UTF_8);
  }

  private Api next() {
    return instances.get(calls++ % instances.size());
  }
}
