package dev.storefront.acceptance.fitment;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Every page of every SKU's vehicles against the model. */
final class ListComparison {

  private final Trial trial;
  private final AtomicInteger skus = new AtomicInteger();
  private final AtomicLong pairs = new AtomicLong();

  ListComparison(Trial trial) {
    this.trial = trial;
  }

  void run() throws IOException {
    Fits all = trial.api().vehicles();
    trial.require(
        trial.load().vehicles().all().ids().allMatch(all::contains), "vehicles are missing");
    List<Long> universal = trial.model().skus().stream().filter(this::isUniversal).toList();
    List<Long> listedUniversal =
        universal.subList(0, Math.min(universal.size(), trial.size().listedUniversal()));
    Crowd.each(
        trial.model().skus().stream()
            .filter(sku -> !isUniversal(sku) || listedUniversal.contains(sku))
            .<Callable<Boolean>>map(sku -> () -> isRight(sku, all))
            .toList());
    trial
        .journal()
        .done("lists", "%,d SKUs' vehicles page by page: %,d pairs", skus.get(), pairs.get());
  }

  /** Compares all vehicles of one SKU. */
  boolean isRight(long sku, Fits all) throws IOException {
    Optional<Fits> seen = trial.api().vehiclesOf(sku);
    Optional<Fits> right =
        trial.model().of(sku).map(fitment -> fitment.universal() ? all : fitment.vehicles());
    trial.require(seen.equals(right), "SKU %d lists %s, right are %s", sku, seen, right);
    pairs.addAndGet(seen.map(Fits::size).orElse(0));
    trial.journal().progress("%,d SKUs' vehicles are compared", skus.incrementAndGet());
    return seen.equals(right);
  }

  private boolean isUniversal(long sku) {
    return trial.model().of(sku).filter(Fitment::universal).isPresent();
  }
}
