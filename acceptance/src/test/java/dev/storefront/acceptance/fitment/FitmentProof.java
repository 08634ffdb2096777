package dev.storefront.acceptance.fitment;

import java.io.IOException;

/** All steps of the proof, in their order. */
final class FitmentProof {

  private final Trial trial;

  FitmentProof(Trial trial) {
    this.trial = trial;
  }

  /** Makes the load, breaks what can be broken, and compares everything. */
  void run() throws IOException, InterruptedException {
    Importing importing = new Importing(trial);
    importing.importVehicles();
    importing.importSkus();
    Writers writers = new Writers(trial);
    try (Watcher watcher = new Watcher(trial)) {
      new Changing(trial, writers).run();
      new Rebuilding(trial, writers).run();
    }
    new Consistency(trial).run();
    new ListComparison(trial).run();
    new CheckComparison(trial).run();
    new LookingBack(trial).run();
  }
}
