package dev.storefront.usertag.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.RunTask;
import dev.storefront.common.spool.FileTask;
import dev.storefront.common.spool.Spool;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.Tagging;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;

/**
 * Works an import through: sorts its lines, which needs its file, and then changes the users' tags
 * in the order of users, which any instance can. Of each step the tags, those who hear of them, and
 * how far the import is are one transaction. While a server is away it waits.
 */
@Component
class ImportTask implements RunTask<TagImport, ImportProgress> {

  /** For whoever is to be told of what audiences gained and lost so far. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final FileTask<TagImport, ImportProgress> sorting;
  private final ImportLedger ledger;
  private final ConcernedUsers concerned;
  private final SegmentLayout layout;
  private final ReplacementTable replacements;
  private final TagCatalog tags;
  private final Tagging tagging;

  ImportTask(
      Spool spool,
      ImportSorter sorter,
      ImportLedger ledger,
      ConcernedUsers concerned,
      SegmentLayout layout,
      ReplacementTable replacements,
      TagCatalog tags,
      Tagging tagging) {
    this.sorting = new FileTask<>(spool, TagImport::file, sorter);
    this.ledger = ledger;
    this.concerned = concerned;
    this.layout = layout;
    this.replacements = replacements;
    this.tags = tags;
    this.tagging = tagging;
  }

  @Override
  public boolean canWorkOn(Run<TagImport, ImportProgress> run) {
    return run.progress().next() != null || sorting.canWorkOn(run);
  }

  @Override
  public RunOutcome work(ActiveRun<TagImport, ImportProgress> run)
      throws IOException, InterruptedException {
    if (run.progress().next() == null) {
      if (sorting.work(run) instanceof RunOutcome.Failed failed) {
        return failed;
      }
      sorting.clear(run.asTaken()); // the room is somebody else's
    }
    return apply(run);
  }

  private RunOutcome apply(ActiveRun<TagImport, ImportProgress> run) throws InterruptedException {
    TagImport request = run.request();
    long since = since(run.asTaken());
    if (request.mode() == ImportMode.REPLACE) {
      run.patiently(() -> replacements.begin(request.tag(), run.id(), since));
    }
    ImportSteps steps = steps(run.id(), request);
    AtomicBoolean mayHaveFailed = new AtomicBoolean(true); // another instance's last try
    while (run.ask(() -> !tagging.isBehind())) {
      if (!run.ask(() -> steps.fill(place(run.progress())))) {
        return new RunOutcome.Done();
      }
      if (!run.ask(() -> exists(request))) {
        return new RunOutcome.Failed("The tag was deleted.");
      }
      ImportSteps.Step step = steps.next(place(run.progress()));
      ImportProgress after = run.progress().applied(step.given(), step.taken(), step.next());
      run.reach(
          after,
          List.of(),
          save -> {
            boolean again = mayHaveFailed.getAndSet(true);
            tagging.applyMarks(step.marks(), since, ReplacementTable.by(run.id()), again, save);
            mayHaveFailed.set(false);
          });
    }
    return new RunOutcome.GoesOnIn(PAUSE);
  }

  private ImportSteps steps(long run, TagImport request) {
    return new ImportSteps(layout, place -> concerned.from(run, request, place));
  }

  /** Tags that the lines name are looked up for each step anyway. */
  private boolean exists(TagImport request) {
    return request.tag() == 0
        || tags.find(request.tagName()).filter(tag -> tag.number() == request.tag()).isPresent();
  }

  private static long since(Run<TagImport, ImportProgress> run) {
    Long acceptedAt = run.request().acceptedAt();
    return acceptedAt == null ? run.createdAt().toEpochMilli() : acceptedAt;
  }

  private static ImportPlace place(ImportProgress progress) {
    return Objects.requireNonNull(progress.next());
  }

  @Override
  public void clear(Run<TagImport, ImportProgress> over) {
    sorting.clear(over);
    if (over.state() != RunState.DONE && over.progress().next() != null) {
      settleStep(over, place(over.progress()));
    }
    if (over.request().mode() == ImportMode.REPLACE) {
      replacements.end(
          over.request().tag(), over.id(), over.state() == RunState.DONE ? since(over) : 0);
    }
    ledger.forget(over.id());
  }

  /** Redis may have had the last step, of which the transaction never ended. */
  private void settleStep(Run<TagImport, ImportProgress> over, ImportPlace place) {
    ImportSteps steps = steps(over.id(), over.request());
    if (steps.fill(place)) {
      tagging.settle(steps.next(place).marks());
    }
  }

  @Override
  public void tidy(List<Run<TagImport, ImportProgress>> pending) throws IOException {
    sorting.tidy(pending);
  }
}
