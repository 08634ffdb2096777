package dev.storefront.history.model;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import dev.storefront.history.offline.LakeOfTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service, over HTTP and Kafka. A call without an answer, or with one that says so, is made
 * again, of the next instance: all of them may be repeated.
 */
public final class RunningHistory implements HistoryUnderTest {

  private static final String PATH = "/api/v1/history";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
  private static final Duration BETWEEN_RUNS = Duration.ofSeconds(1);
  private static final Set<Integer> LATER = Set.of(429, 503);

  private final Supplier<List<Integer>> ports;
  private final EventPublisher events;
  private final TopicReader topics;
  private final StringRedisTemplate redis;
  private final Namespace namespace;
  private final JsonMapper json;
  private final Supplier<LakeOfTest> lake;
  private final LocalDate today = LocalDate.now(LakeOfTest.ZONE);
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();

  private Runnable duringErasures = () -> {};
  private Runnable duringWork = () -> {};

  /**
   * The service on these ports of 127.0.0.1.
   *
   * @param lake whose job runs, or comes up; needed once views are to arrive
   */
  public RunningHistory(
      Supplier<List<Integer>> ports,
      EventPublisher events,
      TopicReader topics,
      StringRedisTemplate redis,
      Namespace namespace,
      JsonMapper json,
      Supplier<LakeOfTest> lake) {
    this.ports = ports;
    this.events = events;
    this.topics = topics;
    this.redis = redis;
    this.namespace = namespace;
    this.json = json;
    this.lake = lake;
  }

  /** What goes wrong while an erasure is under way, and while a step of the pipeline is. */
  void disturbed(Runnable erasures, Runnable work) {
    duringErasures = erasures;
    duringWork = work;
  }

  /** How many calls had to be made again. */
  public int repeated() {
    return repeated.get();
  }

  @Override
  public void views(List<Seen> views) {
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (Seen seen : views) {
      sent.add(
          publish(
              "page-views",
              seen.user(),
              Map.of(
                  "eventId", UUID.randomUUID(),
                  "userId", seen.user(),
                  "skuId", seen.view().skuId(),
                  "viewedAt", seen.view().viewedAt())));
    }
    sent.forEach(CompletableFuture::join);
  }

  @Override
  public void paid(String user, long sku, long at) {
    publish(
            "flash-sale-events",
            "7",
            Map.of(
                "eventId",
                UUID.randomUUID(),
                "type",
                "PAID",
                "promotionId",
                7,
                "skuId",
                sku,
                "orderId",
                "order-" + UUID.randomUUID(),
                "pin",
                user,
                "quantity",
                1,
                "occurredAt",
                at))
        .join();
  }

  @Override
  public void product(long sku, Group group, long version, boolean deleted) {
    Map<String, Object> change = new HashMap<>();
    change.put("eventId", UUID.randomUUID());
    change.put("skuId", sku);
    change.put("kind", group.kind() == Group.Kind.SPU ? "POP" : "SELF");
    change.put("spuId", group.kind() == Group.Kind.SPU ? group.id() : null);
    change.put("mainSkuId", group.kind() == Group.Kind.SPU ? null : group.id());
    change.put("vendorId", 9);
    change.put("name", "product " + sku);
    change.put("imageUrl", null);
    change.put("version", version);
    change.put("deleted", deleted);
    publish("product-changes", Long.toString(sku), change).join();
  }

  private CompletableFuture<Void> publish(String topic, String key, Object event) {
    return events.publish(topic, key, event);
  }

  @Override
  public void delete(String user, List<Long> skus) {
    String query = skus.stream().map(sku -> "skuId=" + sku).collect(Collectors.joining("&"));
    call("DELETE", PATH + "/items?" + query, user, null, Set.of(204));
  }

  @Override
  public void clear(String user) {
    call("DELETE", PATH, user, null, Set.of(204));
  }

  @Override
  public void pause(String user) {
    call("POST", PATH + "/pause", user, "", Set.of(204));
  }

  @Override
  public void resume(String user) {
    call("POST", PATH + "/resume", user, "", Set.of(204));
  }

  @Override
  public long merge(String user, String guest) {
    String body = "{\"guestToken\":\"%s\"}".formatted(token(guest));
    Answer answer = call("POST", PATH + "/merge", user, body, Set.of(200));
    return answer.tries() > 1 ? -1 : answer.json().path("merged").asLong(-1);
  }

  /** One of an earlier try that is under way takes this one over. */
  @Override
  public void erase(String user) {
    call("POST", PATH + "/erasures", user, "", Set.of(202));
    duringErasures.run();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                call("GET", PATH + "/erasures?limit=1", user, null, Set.of(200))
                    .json()
                    .at("/items/0/state")
                    .asString("")
                    .equals("DONE"));
  }

  @Override
  public void settle() {
    Instant now = afterNow();
    taken("product-changes", "browse-history-products", now);
    viewsTaken("browse-history");
    taken("flash-sale-events", "browse-history-purchases", now);
  }

  /** Records of the very millisecond are told from later ones by the next one. */
  private static Instant afterNow() {
    return Instant.now().plusMillis(1);
  }

  private void taken(String topic, String group, Instant time) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> topics.hasTaken(topic, group, time));
  }

  /**
   * Flink's source commits between two polls, and a poll of a topic that is silent takes ten
   * seconds: so others look at something meanwhile.
   */
  private void viewsTaken(String group) {
    Instant time = afterNow();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              if (topics.hasTaken("page-views", group, time)) {
                return true;
              }
              views(List.of(new Seen("other-" + calls.incrementAndGet(), new View(1, now()))));
              return false;
            });
  }

  @Override
  public void arrive(int daysAgo) {
    LakeOfTest arrived = lake.get();
    viewsTaken("browse-history-lake");
    try {
      arrived.moveTo(today.minusDays(daysAgo));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A run that failed is ordered anew: too much was killed under it, or no cluster was there. */
  @Override
  public void work(int daysAgo, String step) {
    String body = "{\"date\":\"%s\",\"step\":\"%s\"}".formatted(today.minusDays(daysAgo), step);
    await("a run of " + body)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(BETWEEN_RUNS)
        .until(() -> run(body), over -> over.path("state").asString().equals("DONE"));
  }

  private JsonNode run(String body) {
    String path = "/api/v1/offline-runs";
    JsonNode ordered = call("POST", path, null, body, Set.of(202)).json();
    String id = path + "/" + ordered.path("id").asLong();
    duringWork.run();
    return await()
        .atMost(PATIENCE)
        .until(
            () -> call("GET", id, null, null, Set.of(200)).json(),
            found -> Set.of("DONE", "FAILED").contains(found.path("state").asString()));
  }

  @Override
  public long endOf(int daysAgo) {
    return today.minusDays(daysAgo - 1L).atStartOfDay(LakeOfTest.ZONE).toInstant().toEpochMilli();
  }

  @Override
  public void expire(String user) {
    HistoryKeys keys = HistoryKeys.of(namespace.key(""), user);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> redis.delete(List.of(keys.views(), keys.cold(), keys.count())) >= 0);
  }

  @Override
  public List<View> list(String user, int pageSize) {
    return pages(PATH + "?limit=" + pageSize, user);
  }

  @Override
  public List<View> notBought(String user, int pageSize) {
    return pages(PATH + "/not-bought?limit=" + pageSize, user);
  }

  private List<View> pages(String path, String user) {
    List<View> views = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = call("GET", path + cursor, user, null, Set.of(200)).json();
      page.path("items").forEach(item -> views.add(view(item, item.path("viewedAt").asString())));
      String next = page.path("nextCursor").asString("");
      cursor = next.isEmpty() ? "" : "&cursor=" + next;
    } while (!cursor.isEmpty());
    return views;
  }

  @Override
  public int count(String user) {
    return call("GET", PATH + "/count", user, null, Set.of(200)).json().path("count").asInt(-1);
  }

  @Override
  public List<View> export(String user) {
    return call("GET", PATH + "/export", user, null, Set.of(200))
        .body()
        .lines()
        .map(json::readTree)
        .filter(line -> line.path("kind").asString().equals("VIEW"))
        .map(line -> view(line, line.path("at").asString()))
        .toList();
  }

  private static View view(JsonNode of, String time) {
    return new View(of.path("skuId").asLong(), Instant.parse(time).toEpochMilli());
  }

  @Override
  public long now() {
    return System.currentTimeMillis();
  }

  private static String token(@Nullable String user) {
    if (user == null) {
      return TestTokens.operator();
    }
    return user.startsWith("guest:") ? TestTokens.guest(user) : TestTokens.user(user);
  }

  private record Answer(String body, int tries, JsonMapper mapper) {

    JsonNode json() {
      return mapper.readTree(body);
    }
  }

  private Answer call(
      String method, String path, @Nullable String user, @Nullable String body, Set<Integer> done) {
    AtomicInteger tries = new AtomicInteger();
    return await(method + " " + path)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(BETWEEN_TRIES)
        .until(
            () -> {
              tries.incrementAndGet();
              return callOnce(method, path, user, body, done);
            },
            Optional::isPresent)
        .map(reply -> new Answer(reply, tries.get(), json))
        .orElseThrow();
  }

  /** Empty if it has to be made again. */
  private Optional<String> callOnce(
      String method, String path, @Nullable String user, @Nullable String body, Set<Integer> done)
      throws InterruptedException {
    List<Integer> listening = ports.get();
    HttpCalls instance =
        new HttpCalls(listening.get(Math.floorMod(calls.getAndIncrement(), listening.size())));
    var request =
        instance
            .request(path, token(user))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body == null ? "" : body));
    try {
      HttpResponse<String> reply = instance.send(request);
      if (done.contains(reply.statusCode())) {
        return Optional.of(reply.body());
      }
      if (!LATER.contains(reply.statusCode())) {
        throw new AssertionError(
            method + " " + path + ": " + reply.statusCode() + " " + reply.body());
      }
    } catch (IOException away) {
      // The next one may answer.
    }
    repeated.incrementAndGet();
    return Optional.empty();
  }
}
