package dev.storefront.usertag.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.UserTagApplication;
import dev.storefront.usertag.standing.AudienceRecords;
import dev.storefront.usertag.tagging.Agreement;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two instances, one of which is killed, against sets: {@code -Dmodel.seed=7 -Dmodel.steps=1000}
 * makes it another run, and a longer one. Each writer has users of its own, so what must come out
 * does not depend on who is quicker.
 */
@Tag("proof")
class TwoInstancesTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(5);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long SEED = Long.getLong("model.seed", 1);
  private static final int STEPS = Integer.getInteger("model.steps", 60);
  private static final int USERS = 20;
  private static final int MARKERS = 3;
  private static final String OF_UNKNOWN_END = "mx-"; // of the import that is cancelled

  private static final Map<String, Predicate<Set<String>>> TAGS =
      List.of("m-a", "m-b", "m-c", "m-event", "m-file", "m-gone").stream()
          .collect(Collectors.toMap(tag -> tag, tag -> tags -> tags.contains(tag)));
  private static final Map<String, String> EXPRESSIONS =
      Map.of("m-some", "m-a OR m-b", "m-not", "NOT (m-c OR m-file)", "m-was", "m-gone OR m-event");
  private static final Map<String, Predicate<Set<String>>> AUDIENCES =
      Map.of(
          "m-some", tags -> tags.contains("m-a") || tags.contains("m-b"),
          "m-not", tags -> !tags.contains("m-c") && !tags.contains("m-file"),
          "m-was", tags -> tags.contains("m-gone") || tags.contains("m-event"));

  @Autowired Environment environment;
  @Autowired EventPublisher events;
  @Autowired AudienceRecords records;
  @Autowired Agreement agreement;
  @Autowired JdbcClient database;

  private final TagModel model = new TagModel();
  private final AtomicInteger steps = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile @Nullable Api other;

  @Test
  void with_one_of_two_killed_all_that_is_said_agrees_with_sets() throws Exception {
    TAGS.keySet().forEach(api::makeTags);
    api.makeTags("m-cancelled");
    EXPRESSIONS.forEach(this::putAudience);
    List<Callable<Void>> writers = new ArrayList<>();
    IntStream.range(0, MARKERS).forEach(marker -> writers.add(() -> mark(marker)));
    writers.add(this::announce);
    writers.add(this::importFiles);
    writers.add(this::deleteTag);
    writers.add(this::deleteAgainAndAgain);
    try (ServiceProcess second =
        ServiceProcess.start(UserTagApplication.class, environment, own())) {
      other = new Api(second.port());
      List<Future<Void>> underWay = writers.stream().map(threads::submit).toList();
      await().atMost(SOON).until(() -> steps.get() > MARKERS * STEPS / 2 || isOver(underWay));
      second.kill();
      other = null;
      for (Future<Void> writer : underWay) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    await().atMost(SOON).untilAsserted(this::judge);
    agreement.check();
  }

  private static boolean isOver(List<Future<Void>> writers) {
    return writers.stream().allMatch(Future::isDone);
  }

  private static Map<String, String> own() {
    return Map.of(
        "storefront.usertag.segment-bits", "64", "storefront.usertag.upkeep-interval", "200ms");
  }

  private void putAudience(String name, String expression) {
    api.send(
        "PUT",
        "/api/v1/audiences/" + name,
        "application/json",
        BodyPublishers.ofString("{\"expression\": \"%s\"}".formatted(expression)),
        TestTokens.operator());
  }

  /** Gives tags and takes them, erases users, and reads each time what must be so then. */
  private Void mark(int marker) {
    Random random = new Random(31 * SEED + marker);
    for (int i = 0; i < STEPS; i++) {
      String user = "m-" + marker + "-" + random.nextInt(USERS);
      String tag = "m-" + "abc".charAt(random.nextInt(3));
      boolean present = random.nextBoolean();
      if (random.nextInt(12) == 0) {
        call(random, api -> api.delete("/api/v1/users/" + user));
        model.erase(user);
      } else {
        call(random, api -> present ? api.tag(user, tag) : api.untag(user, tag));
        model.change(user, tag, present);
      }
      assertThat(call(random, api -> api.get("/api/v1/users/" + user + "/tags")).list("/tags"))
          .as("tags of %s after step %d", user, i)
          .containsExactlyInAnyOrderElementsOf(model.tagsOf(user));
      steps.incrementAndGet();
    }
    return null;
  }

  /** Tells changes in any order, and some of them twice: the latest one holds. */
  private Void announce() {
    Random random = new Random(SEED);
    long base = System.currentTimeMillis() - 1_000_000;
    List<Map<String, Object>> changes = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      String user = "m-e-" + i;
      for (int k = 0; k < 5; k++) {
        boolean present = random.nextBoolean();
        changes.add(
            Map.of(
                "eventId",
                user + "-" + k,
                "userId",
                user,
                "tag",
                "m-event",
                "present",
                present,
                "changedAt",
                base + k));
        model.change(user, "m-event", present);
      }
    }
    changes.addAll(List.copyOf(changes.subList(0, changes.size() / 2)));
    Collections.shuffle(changes, random);
    changes.forEach(
        change -> events.publish("user-tag-changes", (String) change.get("userId"), change).join());
    return null;
  }

  /** The later of two imports holds, whichever is applied first. One is cancelled. */
  private Void importFiles() {
    Random random = new Random(SEED + 1);
    String cancelled =
        importOf(
            random,
            "m-cancelled",
            "add",
            IntStream.range(0, 2000).mapToObj(i -> OF_UNKNOWN_END + i).toList());
    List<String> imports = new ArrayList<>();
    for (int i = 0; i < Math.max(4, STEPS / 10); i++) {
      List<String> users =
          IntStream.range(0, 2 * USERS)
              .filter(user -> random.nextBoolean())
              .mapToObj(user -> "m-f-" + user)
              .toList();
      String mode = List.of("add", "remove", "replace").get(random.nextInt(3));
      imports.add(importOf(random, "m-file", mode, users));
      if (mode.equals("replace")) {
        model.replace(users, "m-file");
      } else {
        users.forEach(user -> model.change(user, "m-file", mode.equals("add")));
      }
      if (i == 1) {
        call(random, api -> api.delete(cancelled));
      }
    }
    imports.forEach(
        path -> await().atMost(SOON).until(() -> api.get(path).text("/state").equals("DONE")));
    return null;
  }

  /** Returns where to ask for it. One that is sent twice, for its reply was lost, is the same. */
  private String importOf(Random random, String tag, String mode, List<String> users) {
    String path = "/api/v1/tags/" + tag + "/imports";
    Reply accepted =
        call(
            random,
            api ->
                api.send(
                    "POST",
                    path + "?mode=" + mode,
                    "text/plain",
                    BodyPublishers.ofString(String.join("\n", users)),
                    TestTokens.operator()));
    return path + "/" + accepted.expect(202).text("/id");
  }

  /** Whoever had a tag that is deleted lacks the one that is made anew under its name. */
  private Void deleteTag() {
    Random random = new Random(SEED + 2);
    for (String user : List.of("m-g-1", "m-g-2")) {
      call(random, api -> api.tag(user, "m-gone"));
    }
    call(random, api -> api.delete("/api/v1/tags/m-gone"));
    call(random, api -> api.put("/api/v1/tags/m-gone"));
    call(random, api -> api.tag("m-g-2", "m-gone"));
    call(random, api -> api.tag("m-g-3", "m-gone"));
    model.change("m-g-1", "m-gone", false);
    model.change("m-g-2", "m-gone", true);
    model.change("m-g-3", "m-gone", true);
    return null;
  }

  /** Both remember the tag, and neither answers for it once it is deleted. */
  private Void deleteAgainAndAgain() {
    Random random = new Random(SEED + 3);
    for (int i = 0; i < STEPS / 3; i++) {
      String user = "m-o-" + i % USERS;
      call(random, api -> api.put("/api/v1/tags/m-often"));
      call(random, api -> api.tag(user, "m-often"));
      for (int reading = 0; reading < 5; reading++) {
        assertThat(call(random, api -> api.query("m-often")).list("/users")).containsExactly(user);
      }
      call(random, api -> api.delete("/api/v1/tags/m-often"));
      model.change(user, "m-often", false);
      for (int reading = 0; reading < 3; reading++) {
        assertThat(call(random, api -> api.query("m-often")).code()).isEqualTo("unknown-tag");
      }
    }
    return null;
  }

  /** Asks one of those that are up, again while it says that it cannot, or is killed meanwhile. */
  private Reply call(Random random, Function<Api, Reply> call) {
    return await()
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .pollInSameThread()
        .ignoreExceptionsMatching(failure -> failure instanceof AssertionError)
        .until(
            () -> {
              Api second = other;
              return call.apply(second == null || random.nextBoolean() ? api : second);
            },
            reply -> reply.status() < 500 && reply.status() != 429);
  }

  private void judge() {
    List<String> faults = new ArrayList<>();
    TAGS.forEach((tag, has) -> add(faults, tag, model.faults(has, modelled(api.users(tag)))));
    TAGS.forEach(
        (tag, has) -> {
          if (api.count(tag) != model.users(has).size()) {
            faults.add("count of " + tag);
          }
        });
    for (String user : model.users(tags -> true)) {
      if (!Set.copyOf(api.tagsOf(user)).equals(model.tagsOf(user))) {
        faults.add("tags of " + user);
      }
    }
    Told told = told();
    faults.addAll(told.faults());
    AUDIENCES.forEach(
        (name, belongs) -> {
          List<String> said = api.users("@" + name);
          add(faults, name, model.faults(belongs, modelled(said)));
          if (!told.members(name).equals(new HashSet<>(said))) {
            faults.add("what was told of " + name);
          }
        });
    assertThat(database.sql("SELECT COUNT(*) FROM unsettled_mark").query(Long.class).single())
        .isZero();
    assertThat(faults).isEmpty();
  }

  private static void add(List<String> faults, String of, List<String> more) {
    more.forEach(fault -> faults.add(of + ": " + fault));
  }

  /** Other tests' users are here as well. */
  private static List<String> modelled(List<String> users) {
    return users.stream().filter(user -> user.startsWith("m-")).toList();
  }

  private Told told() {
    Told told = new Told();
    for (ConsumerRecord<String, byte[]> record : records.all()) {
      JsonNode event = JSON.readTree(record.value());
      if (AUDIENCES.containsKey(event.get("audience").asString())) {
        told.take(
            event.get("eventId").asString(),
            event.get("audience").asString(),
            event.get("userId").asString(),
            event.get("type").asString().equals("ENTERED"));
      }
    }
    return told;
  }
}
