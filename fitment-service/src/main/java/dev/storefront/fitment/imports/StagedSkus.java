package dev.storefront.fitment.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.sku.FitmentWriter;
import dev.storefront.fitment.sku.NewFitment;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Writes what was staged, some SKUs at a time; what is written is no longer staged. */
@Component
class StagedSkus {

  private final AcesStaging staging;
  private final FitmentWriter writer;
  private final SkuNotes notes;

  StagedSkus(AcesStaging staging, FitmentWriter writer, SkuNotes notes) {
    this.staging = staging;
    this.writer = writer;
    this.notes = notes;
  }

  void write(Progress staged, ActiveRun<ImportRequest, Progress> run) throws InterruptedException {
    Progress progress = staged;
    List<StagedSku> some = read(run);
    while (!some.isEmpty()) {
      progress = write(some, progress, run);
      some = read(run);
    }
  }

  private Progress write(
      List<StagedSku> some, Progress before, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    boolean dryRun = run.request().dryRun();
    long pairs = some.stream().mapToLong(StagedSku::pairs).sum();
    Progress after = before.plus(some.size(), pairs);
    List<NewFitment> fitments = dryRun ? List.of() : some.stream().map(StagedSku::fitment).toList();
    run.reach(
        after,
        List.of(),
        save ->
            writer.replaceAll(
                fitments,
                () -> {
                  if (!dryRun) {
                    notes.replace(
                        some.stream()
                            .collect(Collectors.toMap(StagedSku::skuId, StagedSku::notes)));
                  }
                  staging.remove(idOf(run), some.stream().map(StagedSku::skuId).toList());
                  save.run();
                }));
    return after;
  }

  private List<StagedSku> read(ActiveRun<ImportRequest, Progress> run) throws InterruptedException {
    return run.ask(
        () -> staging.nextSkus(idOf(run)).stream().map(id -> read(idOf(run), id)).toList());
  }

  private StagedSku read(String importId, long skuId) {
    StagedSku sku = new StagedSku(skuId);
    staging.read(importId, skuId, sku::add);
    return sku;
  }

  private static String idOf(ActiveRun<ImportRequest, Progress> run) {
    return Long.toString(run.id());
  }
}
