package dev.storefront.fitment.imports;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.part.PartNumber;
import dev.storefront.fitment.sku.NewFitment;
import dev.storefront.fitment.sku.SkuFitments;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Writes what was staged, some SKUs at a time; what is written is no longer staged. */
@Component
class StagedSkus {

  private final AcesStaging staging;
  private final Checkpoints checkpoints;
  private final SkuFitments skus;

  StagedSkus(AcesStaging staging, Checkpoints checkpoints, SkuFitments skus) {
    this.staging = staging;
    this.checkpoints = checkpoints;
    this.skus = skus;
  }

  void write(Progress staged, boolean dryRun, Lease lease) throws InterruptedException {
    Progress progress = staged;
    List<NewFitment> some = read(lease.importId());
    while (!some.isEmpty()) {
      progress = write(some, progress, dryRun, lease);
      some = read(lease.importId());
    }
  }

  private Progress write(List<NewFitment> some, Progress before, boolean dryRun, Lease lease)
      throws InterruptedException {
    long pairs = some.stream().mapToLong(fitment -> fitment.vehicles().size()).sum();
    Progress after =
        new Progress(
            before.records(),
            before.lines(),
            before.bytes(),
            before.staged(),
            before.skus() + some.size(),
            before.pairs() + pairs,
            before.rejected());
    checkpoints.reach(
        lease,
        after,
        List.of(),
        () -> {
          if (!dryRun) {
            skus.replaceAll(some);
          }
          staging.remove(lease.importId(), some.stream().map(NewFitment::skuId).toList());
        });
    return after;
  }

  private List<NewFitment> read(String importId) throws InterruptedException {
    List<NewFitment> some = new ArrayList<>();
    Checkpoints.patiently(
        () -> {
          some.clear();
          staging.nextSkus(importId).forEach(skuId -> some.add(fitmentOf(importId, skuId)));
        });
    return some;
  }

  private NewFitment fitmentOf(String importId, long skuId) {
    VehicleSet vehicles = new VehicleSet();
    List<PartNumber> last = new ArrayList<>(1);
    staging.read(
        importId,
        skuId,
        app -> {
          last.clear();
          last.add(app.part());
          for (int offset : app.offsets()) {
            vehicles.add(offset);
          }
        });
    PartNumber part = last.get(0);
    return new NewFitment(
        skuId, part.kind(), part.spuId(), part.mainSkuId(), part.vendorId(), false, vehicles);
  }
}
