package dev.storefront.fitment.coverage;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.sku.SkuFitment;
import dev.storefront.fitment.sku.SkuFitments;
import dev.storefront.fitment.vehicle.Vehicle;
import dev.storefront.fitment.vehicle.Vehicles;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Counts all vehicles and SKUs, some at a time, and keeps the result for every instance. */
@Component
class CoverageCount implements RunTask<String, Long> {

  private static final int VEHICLES_AT_ONCE = 5_000;
  private static final int SKUS_AT_ONCE = 100;

  private final Vehicles vehicles;
  private final SkuFitments skus;
  private final CoverageTable table;
  private final Clock clock;

  CoverageCount(Vehicles vehicles, SkuFitments skus, CoverageTable table, Clock clock) {
    this.vehicles = vehicles;
    this.skus = skus;
    this.table = table;
    this.clock = clock;
  }

  @Override
  @UseCase("count-coverage")
  public RunOutcome work(ActiveRun<String, Long> run) throws InterruptedException {
    Instant countedAt = clock.instant();
    ModelCounts counts = new ModelCounts();
    addVehicles(counts, run);
    long universal = addSkus(counts, run);
    table.replace(counts.sorted(), universal, countedAt);
    return new RunOutcome.Done();
  }

  private void addVehicles(ModelCounts counts, ActiveRun<String, Long> run)
      throws InterruptedException {
    int after = 0;
    List<Vehicle> some;
    do {
      run.patiently(() -> {});
      some = vehicles.after(after, VEHICLES_AT_ONCE);
      some.forEach(counts::add);
      after = some.isEmpty() ? after : some.get(some.size() - 1).offset();
    } while (some.size() == VEHICLES_AT_ONCE);
  }

  private long addSkus(ModelCounts counts, ActiveRun<String, Long> run)
      throws InterruptedException {
    long universal = 0;
    long after = 0;
    List<Long> ids;
    do {
      run.patiently(() -> {});
      ids = skus.idsAfter(after, SKUS_AT_ONCE);
      for (SkuFitment sku : skus.find(ids)) {
        VehicleSet fitting = sku.vehicles();
        counts.addSku(fitting.offsetsFrom(1, fitting.size()));
        universal += sku.universal() ? 1 : 0;
      }
      after = ids.isEmpty() ? after : ids.get(ids.size() - 1);
    } while (!ids.isEmpty());
    return universal;
  }
}
