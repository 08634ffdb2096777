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

  private final Trial trial;

  Consistency(Trial trial) {
    this.trial = trial;
  }

  void run() throws IOException {
    JsonNode end = check(false);
    trial.require(
        end.path("differing").asLong() == 0 && end.path("unreached").asLong() == 0,
        "Redis differs from MySQL: %s",
        end);
    trial
        .journal()
        .done(
            "consistency check",
            "%,d shelves, %d differ",
            end.path("done").asLong(),
            end.path("differing").asLong());
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
