package dev.storefront.shortlink.model;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.model.Client.Answer;
import dev.storefront.shortlink.model.Client.Instance;
import dev.storefront.shortlink.model.LinkModel.Seen;
import dev.storefront.shortlink.model.LinkModel.Value;
import dev.storefront.shortlink.model.Tenure.Write;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/** What applications and visitors do, at random; each tells the model. */
final class Actors {

  /** The one whose codes come back. */
  static final int TIER = 5;

  private static final int MOST_ABANDONED = 300;

  private final Client client;
  private final LinkModel model;
  private final AtomicLong targets = new AtomicLong();

  /** Codes that are visited and changed, and those that nobody should have any more. */
  private final NavigableSet<String> current = new ConcurrentSkipListSet<>();

  private final NavigableSet<String> abandoned = new ConcurrentSkipListSet<>();
  private final Publishers publishers;

  Actors(Client client, LinkModel model) {
    this.client = client;
    this.model = model;
    this.publishers = new Publishers(client, model, this);
  }

  Publishers publishers() {
    return publishers;
  }

  List<String> current() {
    return List.copyOf(current);
  }

  List<String> abandoned() {
    return List.copyOf(abandoned);
  }

  /** One step of an application. */
  void write(Random random) {
    switch (random.nextInt(10)) {
      case 0, 1 -> publishers.publish(random);
      case 2 -> publishers.create();
      case 3 -> publishers.shorten(random);
      case 4 -> publishers.publishTooLate(random);
      default -> change(random);
    }
  }

  /** Visits a link, now and then one that was abandoned. */
  void visit(Random random) {
    List<String> from = random.nextInt(12) == 0 ? abandoned() : current();
    if (!from.isEmpty()) {
      visit(from.get(random.nextInt(from.size())), client.any(random));
    }
  }

  /** False if there was no answer. */
  boolean visit(String code, Instance at) {
    Answer answer = client.call(at, "GET", "/" + code, null, null);
    if (answer.isUnknown()) {
      return false;
    }
    model.redirected(code, answer.span(), answer.via(), seen(answer));
    return true;
  }

  /** Has a look, which renews nothing, and tells nobody. */
  boolean isRight(String code, Instance at) {
    Answer answer = client.call(at, "HEAD", "/" + code, null, null);
    return !answer.isUnknown() && model.isPossible(code, answer.span(), answer.via(), seen(answer));
  }

  private static Seen seen(Answer answer) {
    return new Seen(answer.body().status(), answer.body().header("Location"));
  }

  /** A link is, or may be, published under this code. */
  void isThere(String code) {
    current.add(code);
    abandoned.remove(code);
  }

  private void change(Random random) {
    List<String> codes = current();
    if (codes.isEmpty()) {
      return;
    }
    String code = codes.get(random.nextInt(codes.size()));
    Instance at = client.any(random);
    String path = "/api/v1/links/" + code;
    int kind = random.nextInt(10);
    long sent = Client.now();
    if (kind < 2) {
      Write write = model.writing(code, Value.NOTHING, sent, at.name());
      changed(write, client.call(at, "DELETE", path, anybody(), null), 204);
      return;
    }
    String target = target();
    long end = kind == 2 ? sent + 500 + random.nextInt(8_000) : LinkModel.NEVER;
    String expires = kind == 2 ? "\"" + Instant.ofEpochMilli(end) + "\"" : "null";
    Write write = model.writing(code, new Value(target, end), sent, at.name());
    String body = "{\"url\":\"%s\",\"expiresAt\":%s}".formatted(target, expires);
    changed(write, client.call(at, "PATCH", path, anybody(), body), 200);
  }

  private void changed(Write write, Answer answer, int done) {
    // 400: an end that is over already, as its clock has it.
    expect(answer, done, 400, 404);
    model.wrote(write, answer.outcome(done), answer.span().got());
    if (answer.is(404)) {
      model.redirected(write.code, answer.span(), answer.via(), new Seen(404, ""));
    }
  }

  /** Nobody visits these any more. */
  void abandon(Random random) {
    List<String> some =
        current.stream().filter(code -> code.length() == TIER && random.nextInt(3) > 0).toList();
    abandoned.addAll(some);
    some.forEach(current::remove);
    while (abandoned.size() > MOST_ABANDONED) {
      abandoned.pollFirst();
    }
  }

  /** Any other answer is wrong, but for 503 and none. */
  void expect(Answer answer, Integer... statuses) {
    if (!answer.isUnknown() && !List.of(statuses).contains(answer.body().status())) {
      model.blame("", "strange: " + answer.body(), answer.span());
    }
  }

  /** No other link's. */
  String target() {
    return "https://example.com/" + targets.incrementAndGet();
  }

  /** Reaches the links of all applications. */
  private static String anybody() {
    return TestTokens.operator();
  }
}
