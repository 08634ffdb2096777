package dev.storefront.usertag.model;

import dev.storefront.usertag.Api;
import dev.storefront.usertag.model.Client.Answer;
import dev.storefront.usertag.model.Register.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the service, and the model whether the answers can be. */
final class Questions {

  private static final String QUERY = "/api/v1/audiences/query";
  private static final String COUNT = "/api/v1/audiences/count";
  private static final int MOST_OF_A_PAGE = 200;
  private static final int LEAST_OF_A_PAGE = 10;

  private final Client client;
  private final TagModel model;
  private final List<String> texts;
  private final List<String> standing;
  private final List<String> violations = new ArrayList<>();

  /**
   * @param texts what may be asked for: expressions, and standing audiences with their @
   */
  Questions(Client client, TagModel model, List<String> texts) {
    this.client = client;
    this.model = model;
    this.texts = texts;
    this.standing = texts.stream().filter(text -> text.startsWith("@")).toList();
  }

  /** What must not have been, so far. */
  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  synchronized void blame(String what) {
    violations.add(what);
  }

  /** Asks something at random; no answer is fine, a wrong one is not. */
  void ask(Random random) {
    List<Api> all = client.all();
    Api at = all.get(random.nextInt(all.size()));
    String text = texts.get(random.nextInt(texts.size()));
    List<String> users = List.copyOf(model.users());
    int kind = random.nextInt(5);
    if (users.isEmpty() || kind < 2) {
      blame(kind == 0 ? list(at, text, pageSize(random)) : count(at, text));
      return;
    }
    String user = users.get(random.nextInt(users.size()));
    switch (kind) {
      case 2 -> blame(tags(at, user));
      case 3 -> blame(member(at, standing.get(random.nextInt(standing.size())), user));
      default -> blame(list(at, text, pageSize(random)));
    }
  }

  private static int pageSize(Random random) {
    return LEAST_OF_A_PAGE + random.nextInt(MOST_OF_A_PAGE - LEAST_OF_A_PAGE);
  }

  private void blame(@Nullable List<String> faults) {
    if (faults != null) {
      faults.forEach(this::blame);
    }
  }

  /**
   * What is wrong with the answers of one instance when nothing changes, in both directions; also
   * that there is none.
   */
  List<String> disagreements(Api at) {
    List<String> faults = new ArrayList<>();
    for (String text : texts) {
      answered(faults, text, () -> list(at, text, MOST_OF_A_PAGE));
      answered(faults, text, () -> count(at, text));
    }
    for (String user : model.users()) {
      answered(faults, user, () -> tags(at, user));
    }
    return faults;
  }

  private static void answered(
      List<String> faults, String what, Supplier<@Nullable List<String>> question) {
    List<String> found = question.get();
    faults.addAll(found == null ? List.of("no answer about " + what) : found);
  }

  /** The users by a page after the other. Null if there was no answer, as below. */
  private @Nullable List<String> list(Api at, String text, int pageSize) {
    List<String> users = new ArrayList<>();
    Map<String, Object> body = new HashMap<>(Map.of("expression", text, "limit", pageSize));
    List<String> faults = new ArrayList<>();
    long sent = Client.now();
    while (true) {
      Answer page = client.ask(at, api -> api.post(QUERY, body));
      if (!page.is(200)) {
        return refused(text, page, sent);
      }
      if (!body.containsKey("cursor")) {
        faults.addAll(model.faultsOfCount(text, page.span(), page.body().number("/count")));
      }
      users.addAll(page.body().list("/users"));
      String cursor = page.body().text("/nextCursor");
      if (cursor.isEmpty()) {
        Span span = new Span(sent, page.span().got());
        faults.addAll(model.faultsOfList(text, span, users));
        return about(text, span, faults);
      }
      body.put("cursor", cursor);
    }
  }

  private @Nullable List<String> count(Api at, String text) {
    Answer answer = client.ask(at, api -> api.post(COUNT, Map.of("expression", text)));
    if (!answer.is(200)) {
      return refused(text, answer, answer.span().sent());
    }
    long count = answer.body().number("/count");
    return about(text, answer.span(), model.faultsOfCount(text, answer.span(), count));
  }

  private @Nullable List<String> tags(Api at, String user) {
    Answer answer = client.ask(at, api -> api.get("/api/v1/users/" + user + "/tags"));
    return answer.is(200)
        ? about(
            "tags",
            answer.span(),
            model.faultsOfTags(user, answer.span(), answer.body().list("/tags")))
        : refused("tags", answer, answer.span().sent());
  }

  private @Nullable List<String> member(Api at, String text, String user) {
    String path = "/api/v1/audiences/" + text.substring(1) + "/members/" + user;
    Answer answer = client.ask(at, api -> api.get(path));
    if (!answer.is(200)) {
      return refused(text, answer, answer.span().sent());
    }
    boolean said = answer.body().at("/member").asBoolean();
    return about(text, answer.span(), model.faultsOfMember(text, answer.span(), user, said));
  }

  private @Nullable List<String> refused(String text, Answer answer, long sent) {
    if (answer.isUnknown()) {
      return null;
    }
    Span span = new Span(sent, answer.span().got());
    return answer.is(400) && answer.body().code().equals("unknown-tag")
        ? about(text, span, model.faultsOfUnknownTag(text, span))
        : List.of("strange, of " + text + ": " + answer.body());
  }

  private static List<String> about(String text, Span span, List<String> faults) {
    return faults.stream().map(fault -> text + ": " + fault + ", " + span).toList();
  }
}
