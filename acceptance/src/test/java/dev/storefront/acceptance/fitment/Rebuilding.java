package dev.storefront.acceptance.fitment;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Redis loses all of it, and is rebuilt while the last third of the writes goes on; the service is
 * killed in the midst of both.
 */
final class Rebuilding {

  private static final String PATH = "/api/v1/fitment/rebuilds";
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration PROGRESS_POLL = Duration.ofMillis(200);

  /** A small rebuild may be over before the kill. */
  private static final int MOST_ATTEMPTS = 5;

  private static final int MOST_AGAIN = 3;

  private final Trial trial;
  private final Writers writers;

  Rebuilding(Trial trial, Writers writers) {
    this.trial = trial;
    this.writers = writers;
  }

  void run() throws IOException {
    int before = writers.done();
    int writes = trial.size().writes() / 3;
    String rebuild = null;
    int doubts = 0;
    try (RedisKeys redis = new RedisKeys(trial.service().redisPorts())) {
      for (int attempt = 0; rebuild == null && attempt < MOST_ATTEMPTS; attempt++) {
        writers.start(writes);
        String started = loseAndRebuild(redis);
        doubts += new Killer(trial).kill(writers);
        rebuild = isDone(started) ? null : started;
      }
    }
    trial.require(rebuild != null, "each rebuild was over before the kill");
    writers.start(writes - writers.done() + before);
    writers.join();
    trial
        .journal()
        .done(
            "writes",
            "%,d more while Redis was rebuilt; kill -9 meanwhile, %d of unknown outcome",
            writers.done() - before,
            doubts);
    if (rebuild != null) {
      tell(finished(rebuild));
    }
  }

  /** Returns in the midst of the rebuild. */
  private String loseAndRebuild(RedisKeys redis) throws IOException {
    long keys = redis.count();
    redis.lose();
    trial.journal().say("Redis lost %,d keys", keys);
    String rebuild = trial.api().start(PATH, Map.of());
    await().atMost(LONGEST).pollInterval(POLL).until(() -> redis.count() > keys / 4);
    return rebuild;
  }

  private boolean isDone(String rebuild) throws IOException {
    return trial.api().get(rebuild).path("state").asString().equals("DONE");
  }

  private JsonNode finished(String rebuild) throws IOException {
    await().atMost(LONGEST).pollInterval(PROGRESS_POLL).until(() -> isDone(rebuild));
    return trial.api().get(rebuild);
  }

  /** As an operator, who orders another one where servers were too slow for some shelves. */
  private void tell(JsonNode first) throws IOException {
    JsonNode end = first;
    for (int more = MOST_AGAIN; end.path("unreached").asLong() > 0 && more > 0; more--) {
      trial.journal().say("not rebuilt are %,d shelves", end.path("unreached").asLong());
      end = finished(trial.api().start(PATH, Map.of()));
    }
    trial.require(end.path("unreached").asLong() == 0, "shelves were not rebuilt: %s", end);
    trial
        .journal()
        .done("rebuild", "%,d shelves, from nothing, by two processes", end.path("done").asLong());
  }
}
