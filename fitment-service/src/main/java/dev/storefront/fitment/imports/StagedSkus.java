package dev.storefront.fitment.imports;

import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.sku.NewFitment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Writes what was staged, some SKUs at a time; what is written is no longer staged. */
@Component
class StagedSkus {

  private final AcesStaging staging;
  private final Checkpoints checkpoints;
  private final SkuNotes notes;

  StagedSkus(AcesStaging staging, Checkpoints checkpoints, SkuNotes notes) {
    this.staging = staging;
    this.checkpoints = checkpoints;
    this.notes = notes;
  }

  void write(Progress staged, boolean dryRun, Lease lease) throws InterruptedException {
    Progress progress = staged;
    List<StagedSku> some = read(lease.importId());
    while (!some.isEmpty()) {
      progress = write(some, progress, dryRun, lease);
      some = read(lease.importId());
    }
  }

  private Progress write(List<StagedSku> some, Progress before, boolean dryRun, Lease lease)
      throws InterruptedException {
    long pairs = some.stream().mapToLong(StagedSku::pairs).sum();
    Progress after = before.plus(some.size(), pairs);
    List<NewFitment> fitments = dryRun ? List.of() : some.stream().map(StagedSku::fitment).toList();
    checkpoints.reach(
        lease,
        after,
        List.of(),
        fitments,
        () -> {
          if (!dryRun) {
            notes.replace(
                some.stream().collect(Collectors.toMap(StagedSku::skuId, StagedSku::notes)));
          }
          staging.remove(lease.importId(), some.stream().map(StagedSku::skuId).toList());
        });
    return after;
  }

  private List<StagedSku> read(String importId) throws InterruptedException {
    List<StagedSku> some = new ArrayList<>();
    Checkpoints.patiently(
        () -> {
          some.clear();
          for (long skuId : staging.nextSkus(importId)) {
            StagedSku sku = new StagedSku(skuId);
            staging.read(importId, skuId, sku::add);
            some.add(sku);
          }
        });
    return some;
  }
}
