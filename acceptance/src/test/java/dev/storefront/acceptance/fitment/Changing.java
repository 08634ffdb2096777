package dev.storefront.acceptance.fitment;

import java.io.IOException;

/**
 * Two thirds of the writes, while the catalogue moves SKUs; the service may be killed in the midst
 * of them.
 */
final class Changing {

  private final Trial trial;
  private final Writers writers;

  Changing(Trial trial, Writers writers) {
    this.trial = trial;
    this.writers = writers;
  }

  void run() throws IOException, InterruptedException {
    int writes = trial.size().writes() * 2 / 3;
    try (Moves moves = new Moves(trial)) {
      writers.start(writes);
      moves.send();
      String killed = trial.size().killsOften() ? killAmong(writes) : "";
      writers.join();
      trial
          .journal()
          .done(
              "writes",
              "%,d PUTs and PATCHes by several threads%s; %d were refused for a while",
              writers.done(),
              killed,
              writers.refused());
      moves.settle();
    }
  }

  private String killAmong(int writes) throws IOException {
    trial.require(writers.awaitDone(writes / 2), "the writers ended early");
    int doubts = new Killer(trial).kill(writers);
    writers.start(writes - writers.done());
    return "; kill -9 meanwhile, %d of unknown outcome".formatted(doubts);
  }
}
