package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.SuiteClient;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one example, prints them with their replies and counts what is wrong. */
final class Guide {

  private static final int AWAY = 503;
  private static final int ATTEMPTS = 50;
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** After a start a sale may be rebuilt for half a minute. */
  private static final int ATTEMPTS_WHILE_AWAY = 90;

  private static final Duration PAUSE_WHILE_AWAY = Duration.ofSeconds(1);

  private final SuiteClient client;
  private final PrintStream out;
  private int failures;

  Guide(SuiteClient client, PrintStream out) {
    this.client = client;
    this.out = out;
  }

  void heading(String service, String question) {
    out.println();
    out.println("== " + service + ": " + question);
  }

  /** Calls, again for a minute and a half while the reply is 503, and prints. */
  Shown ask(String why, ApiRequest request) {
    ApiReply reply = client.send(request);
    for (int i = 1; reply.status() == AWAY && i < ATTEMPTS_WHILE_AWAY; i++) {
      if (i == 1) {
        out.println();
        out.println("(503 " + reply.json().path("code").asString("") + ": comes again later)");
      }
      if (!pause(PAUSE_WHILE_AWAY)) {
        break;
      }
      reply = client.send(request);
    }
    return show(why, request, reply);
  }

  /** Calls until the reply is as wanted, 10 s at most, and prints the last one. */
  Shown askUntil(String why, ApiRequest request, Predicate<ApiReply> wanted) {
    ApiReply reply = client.send(request);
    for (int i = 1; i < ATTEMPTS && !wanted.test(reply) && pause(PAUSE); i++) {
      reply = client.send(request);
    }
    return show(why, request, reply);
  }

  void fail(@Nullable String what) {
    failures++;
    out.println("!! " + what);
  }

  int failures() {
    return failures;
  }

  private Shown show(String why, ApiRequest request, ApiReply reply) {
    out.println();
    out.println("# " + why);
    out.println(Transcript.of(request));
    out.println();
    out.println(Transcript.of(reply));
    return new Shown(this, reply);
  }

  /** False when the tour is to end. */
  private static boolean pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
