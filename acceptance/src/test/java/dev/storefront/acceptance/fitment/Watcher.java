package dev.storefront.acceptance.fitment;

import dev.storefront.acceptance.fitment.PlannedSku.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Asks all the time, also while the service dies and Redis is empty, about SKUs whose vehicles
 * never change. They may be moving; no answer is fine, a wrong one never is.
 */
final class Watcher implements AutoCloseable {

  private static final int SKUS = 100;
  private static final int VEHICLES = 5;
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private final Trial trial;
  private final List<PlannedSku> quiet;
  private final Random random;
  private final Thread thread = new Thread(this::watch, "watcher");
  private volatile boolean ended;
  private long answers;
  private long unavailable;
  private long silences;

  Watcher(Trial trial) {
    this.trial = trial;
    this.quiet = trial.load().skus(Role.QUIET);
    this.random = new Random(trial.size().seed() + 3);
    thread.start();
  }

  private void watch() {
    while (!ended) {
      try {
        ask();
      } catch (IOException noAnswer) {
        silences++;
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private void ask() throws IOException {
    List<PlannedSku> asked =
        Stream.generate(() -> quiet.get(random.nextInt(quiet.size()))).limit(SKUS).toList();
    int[] vehicles =
        asked
            .get(0)
            .family()
            .some(VEHICLES, true, new SplittableRandom(random.nextLong()))
            .map(trial.load().vehicles()::id)
            .toArray();
    List<CheckAnswer> answered =
        trial.api().checkOnce(vehicles, asked.stream().map(PlannedSku::id).toList());
    for (int i = 0; i < SKUS; i++) {
      CheckAnswer right =
          CheckAnswer.expected(
              asked.get(i).id(), Optional.of(trial.load().imported(asked.get(i))), vehicles);
      CheckAnswer answer = answered.get(i);
      trial.require(
          answer.saysNothing() || answer.equals(right),
          "meanwhile: %s, right is %s",
          answer,
          right);
      if (answer.saysNothing()) {
        unavailable += VEHICLES;
      } else {
        answers += VEHICLES;
      }
    }
  }

  /** Ends it and tells what it has seen. */
  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    trial.require(answers > 0, "nothing was asked meanwhile");
    trial
        .journal()
        .done(
            "meanwhile",
            "%,d pairs asked all the time; %,d were unavailable, %,d requests got no answer",
            answers,
            unavailable,
            silences);
  }
}
