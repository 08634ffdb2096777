package dev.storefront.fitment.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.spool.Spool;
import dev.storefront.fitment.aces.AcesApp;
import dev.storefront.fitment.aces.AcesFileException;
import dev.storefront.fitment.aces.AcesReader;
import dev.storefront.fitment.basevehicle.BaseVehicles;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.part.PartNumbers;
import dev.storefront.fitment.vehicle.Vehicles;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A file tells many times and in no order what a part fits. So all of it is staged first, by SKU;
 * then each SKU's applications together replace what was known of it. A file that turns out not to
 * be ACES changes nothing.
 */
@Component
class AcesRun {

  private static final int SKIPPED_BETWEEN_LOOKS = 10_000;
  private static final int MOST_APPS = 500;

  private final Spool spool;
  private final TransactionTemplate transaction;
  private final AcesStaging staging;
  private final StagedSkus skus;
  private final PartNumbers partNumbers;
  private final BaseVehicles baseVehicles;
  private final Vehicles vehicles;

  AcesRun(
      Spool spool,
      TransactionTemplate transaction,
      AcesStaging staging,
      StagedSkus skus,
      PartNumbers partNumbers,
      BaseVehicles baseVehicles,
      Vehicles vehicles) {
    this.spool = spool;
    this.transaction = transaction;
    this.staging = staging;
    this.skus = skus;
    this.partNumbers = partNumbers;
    this.baseVehicles = baseVehicles;
    this.vehicles = vehicles;
  }

  /**
   * Works a file through from where its import is.
   *
   * @throws AcesFileException if it is no ACES at all
   */
  void run(ActiveRun<ImportRequest, Progress> run) throws IOException, InterruptedException {
    skus.write(run.progress().staged() ? run.progress() : stageFile(run), run);
  }

  /** Removes what an import has left that is over; a repeat is harmless. */
  void clear(long importId) {
    staging.removeAll(Long.toString(importId));
  }

  private Progress stageFile(ActiveRun<ImportRequest, Progress> run)
      throws IOException, InterruptedException {
    try (InputStream in = spool.open(run.request().file(), 0);
        AcesReader reader = new AcesReader(in)) {
      skip(reader, run);
      return stage(reader, run);
    }
  }

  /** XML can only be read from its beginning; what was staged is read over quickly. */
  private static void skip(AcesReader reader, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    for (long done = 1; done <= run.progress().records(); done++) {
      reader.next();
      if (done % SKIPPED_BETWEEN_LOOKS == 0) {
        run.patiently(() -> {});
      }
    }
  }

  private Progress stage(AcesReader reader, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    AppResolver resolver = new AppResolver(partNumbers, baseVehicles, vehicles);
    Progress progress = run.progress();
    Batch<StagedApp> batch = new Batch<>(progress, MOST_APPS);
    long lines = progress.lines();
    for (AcesApp app = reader.next(); app != null; app = reader.next()) {
      lines = app.line();
      put(lines, resolve(resolver, app, run), batch);
      if (batch.isFull()) {
        progress = save(batch, batch.after(lines, reader.bytesRead()), run);
        batch = new Batch<>(progress, MOST_APPS);
      }
    }
    return save(batch, batch.after(lines, reader.bytesRead()).whole(), run);
  }

  private static ParsedRow<StagedApp> resolve(
      AppResolver resolver, AcesApp app, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    return run.ask(() -> resolver.resolve(app));
  }

  private static void put(long line, ParsedRow<StagedApp> resolved, Batch<StagedApp> batch) {
    if (resolved instanceof ParsedRow.Valid<StagedApp> valid) {
      batch.add(valid.value(), valid.value().offsets().length);
    } else if (resolved instanceof ParsedRow.Invalid<StagedApp> invalid) {
      batch.reject(line, invalid.reason());
    }
  }

  private Progress save(
      Batch<StagedApp> batch, Progress after, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    run.reach(
        after,
        batch.rejected(),
        save ->
            transaction.executeWithoutResult(
                status -> {
                  staging.add(Long.toString(run.id()), batch.items());
                  save.run();
                }));
    return after;
  }
}
