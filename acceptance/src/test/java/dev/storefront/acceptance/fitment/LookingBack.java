package dev.storefront.acceptance.fitment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

/** The SKUs of a group that fit a vehicle, for some pairs; so also which group a SKU is in. */
final class LookingBack {

  private final Trial trial;

  LookingBack(Trial trial) {
    this.trial = trial;
  }

  void run() {
    Map<Group, List<Long>> members = new HashMap<>();
    for (long sku : trial.model().skus()) {
      trial
          .model()
          .of(sku)
          .ifPresent(f -> members.computeIfAbsent(f.group(), g -> new ArrayList<>()).add(sku));
    }
    Random random = new Random(trial.size().seed() + 4);
    List<PlannedSku> skus = trial.load().skus();
    List<Callable<Boolean>> questions = new ArrayList<>();
    while (questions.size() < trial.size().lookedBack()) {
      long sku = skus.get(random.nextInt(skus.size())).id();
      trial
          .model()
          .of(sku)
          .filter(f -> f.vehicles().size() > 0)
          .ifPresent(
              f -> {
                int vehicle = f.vehicles().id(random.nextInt(f.vehicles().size()));
                questions.add(() -> isRight(vehicle, f.group(), members.get(f.group())));
              });
    }
    Crowd.each(questions);
    trial
        .journal()
        .done("looking back", "%,d times the SKUs of a group for a vehicle", questions.size());
  }

  private boolean isRight(int vehicle, Group group, List<Long> members) throws IOException {
    List<Long> right =
        members.stream()
            .filter(sku -> trial.model().of(sku).filter(f -> fits(f, vehicle)).isPresent())
            .toList();
    List<Long> seen = trial.api().skusOf(vehicle, group.id());
    trial.require(
        seen.equals(right), "%s has %s for %d, right are %s", group, seen, vehicle, right);
    return seen.equals(right);
  }

  private static boolean fits(Fitment fitment, int vehicle) {
    return fitment.universal() || fitment.vehicles().contains(vehicle);
  }
}
