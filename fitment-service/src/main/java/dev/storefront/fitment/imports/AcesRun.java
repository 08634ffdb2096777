package dev.storefront.fitment.imports;

import dev.storefront.fitment.aces.AcesApp;
import dev.storefront.fitment.aces.AcesFileException;
import dev.storefront.fitment.aces.AcesReader;
import dev.storefront.fitment.basevehicle.BaseVehicles;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.part.PartNumbers;
import dev.storefront.fitment.vehicle.Vehicles;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * A file tells many times and in no order what a part fits. So all of it is staged first, by SKU;
 * then each SKU's applications together replace what was known of it. A file that turns out not to
 * be ACES changes nothing.
 */
@Component
class AcesRun implements ImportRun {

  private static final int SKIPPED_BETWEEN_RENEWALS = 10_000;

  private final Spool spool;
  private final Checkpoints checkpoints;
  private final ImportLeases leases;
  private final AcesStaging staging;
  private final StagedSkus skus;
  private final PartNumbers partNumbers;
  private final BaseVehicles baseVehicles;
  private final Vehicles vehicles;

  AcesRun(
      Spool spool,
      Checkpoints checkpoints,
      ImportLeases leases,
      AcesStaging staging,
      StagedSkus skus,
      PartNumbers partNumbers,
      BaseVehicles baseVehicles,
      Vehicles vehicles) {
    this.spool = spool;
    this.checkpoints = checkpoints;
    this.leases = leases;
    this.staging = staging;
    this.skus = skus;
    this.partNumbers = partNumbers;
    this.baseVehicles = baseVehicles;
    this.vehicles = vehicles;
  }

  @Override
  public ImportFormat format() {
    return ImportFormat.ACES;
  }

  @Override
  public void run(FitmentImport started, Lease lease) throws IOException, InterruptedException {
    Progress progress = started.progress();
    if (!progress.staged()) {
      progress = stageFile(started, lease);
    }
    skus.write(progress, started.dryRun(), lease);
  }

  @Override
  public void tidy(Predicate<String> isOver) {
    staging.imports().stream().filter(isOver).forEach(staging::removeAll);
  }

  private Progress stageFile(FitmentImport started, Lease lease)
      throws IOException, InterruptedException {
    try (InputStream in = spool.open(started.id(), 0);
        AcesReader reader = new AcesReader(in)) {
      skip(reader, started.progress().records(), lease);
      return stage(reader, started.progress(), lease);
    } catch (AcesFileException e) {
      throw new UnreadableFileException(String.valueOf(e.getMessage()));
    }
  }

  /** XML can only be read from its beginning; what was staged is read over quickly. */
  private void skip(AcesReader reader, long apps, Lease lease) throws InterruptedException {
    for (long done = 1; done <= apps; done++) {
      reader.next();
      if (done % SKIPPED_BETWEEN_RENEWALS == 0) {
        Checkpoints.patiently(() -> leases.renew(lease));
      }
    }
  }

  private Progress stage(AcesReader reader, Progress before, Lease lease)
      throws InterruptedException {
    AppResolver resolver = new AppResolver(partNumbers, baseVehicles, vehicles);
    Progress progress = before;
    AppBatch batch = new AppBatch(progress);
    long lines = before.lines();
    for (AcesApp app = reader.next(); app != null; app = reader.next()) {
      lines = app.line();
      batch.add(app.number(), lines, resolve(resolver, app));
      if (batch.isFull()) {
        progress = save(batch, batch.after(lines, reader.bytesRead(), false), lease);
        batch = new AppBatch(progress);
      }
    }
    return save(batch, batch.after(lines, reader.bytesRead(), true), lease);
  }

  private static ParsedRow<StagedApp> resolve(AppResolver resolver, AcesApp app)
      throws InterruptedException {
    List<ParsedRow<StagedApp>> resolved = new ArrayList<>(1);
    Checkpoints.patiently(() -> resolved.add(resolver.resolve(app)));
    return resolved.get(0);
  }

  private Progress save(AppBatch batch, Progress after, Lease lease) throws InterruptedException {
    checkpoints.reach(
        lease,
        after,
        batch.rejected(),
        List.of(),
        () -> staging.add(lease.importId(), batch.apps()));
    return after;
  }
}
