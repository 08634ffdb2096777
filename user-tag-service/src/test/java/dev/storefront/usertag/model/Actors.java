package dev.storefront.usertag.model;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.model.Client.Answer;
import dev.storefront.usertag.model.Client.Made;
import dev.storefront.usertag.model.TagModel.Change;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Those who change tags, at random; each tells the model. Each has users of its own, so what must
 * come out does not depend on who is quicker.
 */
final class Actors {

  /** Tags that are always there, and the one that is deleted. */
  static final List<String> TAGS = List.of("m-a", "m-b", "m-c", "m-event", "m-file", "m-cancelled");

  static final String GONE = "m-gone";

  static final String EDITED = "m-edited";

  /** What {@link #EDITED} is, one after the other. */
  static final List<Audience> EDITIONS =
      List.of(
          new Audience(
              "m-a AND NOT m-file",
              List.of("m-a", "m-file"),
              has -> has.contains("m-a") && !has.contains("m-file")),
          new Audience(
              "m-event OR NOT (m-a OR m-file)",
              List.of("m-event", "m-a", "m-file"),
              has -> has.contains("m-event") || !has.contains("m-a") && !has.contains("m-file")),
          Audience.of("m-c"));

  private static final int USERS = 16;
  private static final int MOST_OPEN_IMPORTS = 3;
  private static final Set<Integer> DONE = Set.of(204);
  private static final Set<Integer> PUT = Set.of(200, 201);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Client client;
  private final TagModel model;
  private final EventPublisher events;
  private final int usersOfFiles;
  private final Map<String, Change> imports = new LinkedHashMap<>();
  private long stamp = System.currentTimeMillis() - Duration.ofDays(1).toMillis();
  private boolean isGone;
  private int cancelled;

  Actors(Client client, TagModel model, EventPublisher events, int usersOfFiles) {
    this.client = client;
    this.model = model;
    this.events = events;
    this.usersOfFiles = usersOfFiles;
  }

  /** Makes the tags, and the audiences by their names. */
  void prepare(Map<String, Audience> audiences) {
    TAGS.forEach(this::makeTag);
    makeTag(GONE);
    audiences.forEach(this::putAudience);
    putAudience(EDITED, EDITIONS.get(0));
  }

  private void makeTag(String tag) {
    client.make(now -> model.makeTag(tag, now), api -> api.put("/api/v1/tags/" + tag), PUT);
  }

  private void putAudience(String name, Audience audience) {
    String body = "{\"expression\": \"%s\"}".formatted(audience.expression());
    client.make(
        now -> model.define("@" + name, audience, now),
        api ->
            api.send(
                "PUT",
                "/api/v1/audiences/" + name,
                "application/json",
                BodyPublishers.ofString(body),
                TestTokens.operator()),
        PUT);
  }

  /**
   * Gives a tag or takes one, or erases a user.
   *
   * @param marker of several who do so
   */
  void mark(int marker, Random random) {
    String user = "m-" + marker + "-" + random.nextInt(USERS);
    String tag = "m-" + "abc".charAt(random.nextInt(3));
    if (random.nextInt(12) == 0) {
      client.make(now -> model.erase(user, now), api -> api.delete("/api/v1/users/" + user), DONE);
    } else {
      mark(user, tag, random.nextBoolean());
    }
  }

  private void mark(String user, String tag, boolean present) {
    client.make(
        now -> model.mark(user, tag, present, now),
        api -> present ? api.tag(user, tag) : api.untag(user, tag),
        DONE);
  }

  /** Tells changes of a user in any order, and one of them twice: the latest one holds. */
  void announce(Random random) {
    String user = "m-e-" + random.nextInt(USERS);
    List<Map<String, Object>> changes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      boolean present = random.nextBoolean();
      long at = ++stamp;
      model.told(user, "m-event", present, Client.now(), at);
      changes.add(
          Map.of(
              "eventId", user + "-" + at,
              "userId", user,
              "tag", "m-event",
              "present", present,
              "changedAt", at));
    }
    changes.add(changes.get(random.nextInt(3)));
    Collections.shuffle(changes, random);
    changes.forEach(change -> publish(user, change));
    Client.pause(PAUSE);
  }

  /** What is not acknowledged may be there all the same: then it is told twice. */
  private void publish(String user, Map<String, Object> change) {
    boolean isTold = false;
    while (!isTold) {
      try {
        events.publish("user-tag-changes", user, change).join();
        isTold = true;
      } catch (CompletionException kafkaIsAway) {
        Client.pause(PAUSE);
      }
    }
  }

  /** The later of two imports holds, whichever is applied first. */
  void importFile(Random random) {
    if (imports.size() < MOST_OPEN_IMPORTS) {
      List<String> users =
          IntStream.range(0, usersOfFiles)
              .filter(user -> random.nextBoolean())
              .mapToObj(user -> "m-f-" + user)
              .toList();
      String mode = List.of("add", "remove", "replace").get(random.nextInt(3));
      boolean isCsv = !mode.equals("replace") && random.nextBoolean();
      String path = isCsv ? "/api/v1/imports" : "/api/v1/tags/m-file/imports";
      String end = isCsv ? ",m-file\n" : "\n";
      String lines = users.stream().map(user -> user + end).collect(Collectors.joining());
      Made sent =
          client.send(
              now ->
                  mode.equals("replace")
                      ? model.replace("m-file", users, now)
                      : model.among("m-file", users, mode.equals("add"), now),
              api -> post(api, path + "?mode=" + mode, isCsv, lines),
              Set.of(202),
              Set.of());
      model.accepted(sent.change(), sent.answer().span().got());
      imports.put(path + "/" + sent.answer().body().text("/id"), sent.change());
    }
    Client.pause(PAUSE);
    lookAfterImports(fault -> {});
  }

  private static Reply post(Api api, String path, boolean isCsv, String lines) {
    return api.send(
        "POST",
        path,
        isCsv ? "text/csv" : "text/plain",
        BodyPublishers.ofString(lines),
        TestTokens.operator());
  }

  /**
   * Tells the model which imports are over.
   *
   * @param blame is told of those that failed
   * @return whether all are
   */
  boolean lookAfterImports(Consumer<String> blame) {
    List.copyOf(imports.keySet())
        .forEach(
            path -> {
              Answer answer = client.ask(api -> api.get(path));
              if (answer.is(200) && answer.body().text("/state").equals("DONE")) {
                model.done(imports.remove(path), answer.span().got());
              } else if (answer.is(200) && answer.body().text("/state").equals("FAILED")) {
                imports.remove(path);
                blame.accept(path + " failed: " + answer.body());
              }
            });
    return imports.isEmpty();
  }

  /** Nobody knows how far one comes that is cancelled: its users may have the tag from now on. */
  void cancelImport() {
    String users =
        IntStream.range(0, USERS)
            .mapToObj(user -> "m-x-" + cancelled % 2 + "-" + user)
            .collect(Collectors.joining("\n"));
    List<String> all = users.lines().toList();
    cancelled++;
    String path = "/api/v1/tags/m-cancelled/imports";
    Made sent =
        client.send(
            now -> model.among("m-cancelled", all, true, now),
            api -> post(api, path, false, users),
            Set.of(202),
            Set.of());
    String id = sent.answer().body().text("/id");
    client.send(now -> sent.change(), api -> api.delete(path + "/" + id), DONE, Set.of());
  }

  /** Deletes the tag and makes it anew; in between users get it and lose it. */
  void renew(Random random) {
    if (isGone) {
      haveTag();
    } else if (random.nextInt(4) == 0) {
      deleteTag();
    } else {
      mark("m-g-" + random.nextInt(USERS), GONE, random.nextInt(3) > 0);
    }
  }

  private void deleteTag() {
    Made sent =
        client.send(
            now -> model.deleteTag(GONE, now),
            api -> api.delete("/api/v1/tags/" + GONE),
            DONE,
            Set.of(404));
    model.done(sent.change(), sent.answer().span().got());
    isGone = true;
  }

  /** Has it for the end of a round. */
  void haveTag() {
    if (isGone) {
      makeTag(GONE);
      isGone = false;
    }
  }

  /** Changes what a standing audience is. */
  void edit(Random random) {
    putAudience(EDITED, EDITIONS.get(random.nextInt(EDITIONS.size())));
    Client.pause(PAUSE.multipliedBy(5));
  }
}
