package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.suite.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import tools.jackson.databind.JsonNode;

/** Starts recycling runs and waits for them; how long each part took the run itself says. */
final class RecyclingRuns {

  /** How long what is idle stays in quarantine. */
  static final Duration QUARANTINE = Duration.ofMillis(200);

  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final ServiceUnderTest service;

  RecyclingRuns(ServiceUnderTest service) {
    this.service = service;
  }

  /**
   * What became of one run, or of several together.
   *
   * @param checked segments, and {@code checking} how many seconds that took
   * @param idle those of them that went into quarantine
   * @param recycled segments that ended, and {@code ending} how many seconds that took
   * @param ids that are free again
   * @param bytes to and from Redis, to find what is idle
   */
  record Outcome(
      long checked,
      double checking,
      long idle,
      long recycled,
      double ending,
      long ids,
      long bytes) {

    static final Outcome NONE = new Outcome(0, 0, 0, 0, 0, 0, 0);

    Outcome plus(Outcome more) {
      return new Outcome(
          checked + more.checked,
          checking + more.checking,
          idle + more.idle,
          recycled + more.recycled,
          ending + more.ending,
          ids + more.ids,
          bytes + more.bytes);
    }
  }

  /** Has all segments looked at that were handed out today, whether they are due or not. */
  Outcome ofToday(int tier) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    return run(Json.object("tier", tier).and("dispatchedOn", today.toString()));
  }

  /** Has all segments looked at that are due. */
  Outcome due(int tier) {
    return run(Json.object("tier", tier));
  }

  private Outcome run(Object request) {
    String path =
        "/api/v1/recycling-runs/"
            + service.post("/api/v1/recycling-runs", request).path("id").asString();
    ServiceUnderTest.await("a recycling run", LONGEST, () -> isDone(service.get(path)));
    JsonNode run = service.get(path);
    Instant checked = time(run, "quarantineUntil").minus(QUARANTINE);
    return new Outcome(
        run.path("segmentsChecked").asLong(),
        seconds(time(run, "startedAt"), checked),
        run.path("idle").asLong(),
        run.path("recycled").asLong(),
        seconds(checked.plus(QUARANTINE), time(run, "finishedAt")),
        run.path("idsRecycled").asLong(),
        run.path("bytesMoved").asLong());
  }

  private static boolean isDone(JsonNode run) {
    String state = run.path("state").asString();
    if (state.equals("FAILED") || state.equals("CANCELLED")) {
      throw new IllegalStateException("The run failed: " + run);
    }
    return state.equals("DONE");
  }

  private static Instant time(JsonNode run, String member) {
    return Instant.parse(run.path(member).asString());
  }

  private static double seconds(Instant from, Instant until) {
    return Duration.between(from, until).toNanos() / 1e9;
  }
}
