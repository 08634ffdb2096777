package dev.storefront.acceptance.fitment;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The service's own comparison of Redis with MySQL. */
final class Consistency {

  private static final String PATH = "/api/v1/fitment/consistency-checks";
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(200);

  /** Where servers were too slow for some shelves. */
  private static final int MOST_AGAIN = 3;

  private final Trial trial;

  Consistency(Trial trial) {
    this.trial = trial;
  }

  void run() throws IOException {
    JsonNode end = check(false);
    for (int more = MOST_AGAIN;
        more > 0 && isWithoutDifference(end) && unreached(end) > 0;
        more--) {
      trial.journal().say("not compared are %,d shelves", unreached(end));
      end = check(false);
    }
    trial.require(
        isWithoutDifference(end) && unreached(end) == 0, "Redis differs from MySQL: %s", end);
    trial
        .journal()
        .done(
            "consistency check",
            "%,d shelves, %d differ",
            end.path("done").asLong(),
            end.path("differing").asLong());
  }

  private static boolean isWithoutDifference(JsonNode end) {
    return end.path("differing").asLong() == 0;
  }

  private static long unreached(JsonNode end) {
    return end.path("unreached").asLong();
  }

  /** How a check ended. */
  JsonNode check(boolean repair) throws IOException {
    String check = trial.api().start(PATH, Map.of("repair", repair));
    return await()
        .atMost(LONGEST)
        .pollInterval(POLL)
        .until(() -> trial.api().get(check), view -> view.path("state").asString().equals("DONE"));
  }
}
