package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.common.spool.Spool;
import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.Tagging;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reads an import's file: has its users known, for good, and writes into the {@link ImportLedger}
 * who they are. Nobody's tags change by that. Of a million lines at a time entries and progress are
 * one transaction, so a restart goes on behind them.
 */
@Component
class ImportSorter implements RunTask<TagImport, ImportProgress> {

  private static final int LINES_PER_PART = 1_000_000;
  private static final int LINES_PER_STEP = 5_000;

  private final Spool spool;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final ImportLedger ledger;
  private final SegmentLayout layout;
  private final TransactionTemplate transaction;

  ImportSorter(
      Spool spool,
      TagCatalog tags,
      Tagging tagging,
      ImportLedger ledger,
      SegmentLayout layout,
      TransactionTemplate transaction) {
    this.spool = spool;
    this.tags = tags;
    this.tagging = tagging;
    this.ledger = ledger;
    this.layout = layout;
    this.transaction = transaction;
  }

  @Override
  public RunOutcome work(ActiveRun<TagImport, ImportProgress> run)
      throws IOException, InterruptedException {
    // Former versions counted lines alone, and gave tags as they read: all is read once more.
    ImportProgress progress =
        run.progress().bytesRead() == 0 ? ImportProgress.NONE : run.progress();
    TagImport request = run.request();
    try (InputStream in = spool.open(request.file(), progress.bytesRead())) {
      ImportLines lines =
          new ImportLines(in, progress, request.tag() == 0 ? null : request.tagName());
      while (progress.next() == null) {
        progress = sortPart(run, lines, progress);
      }
    }
    return new RunOutcome.Done();
  }

  private ImportProgress sortPart(
      ActiveRun<TagImport, ImportProgress> run, ImportLines lines, ImportProgress before)
      throws IOException, InterruptedException {
    SortedPart part = new SortedPart(layout);
    RejectedLines rejected = new RejectedLines();
    LineBatch batch;
    do {
      batch = lines.next(LINES_PER_STEP);
      LineBatch step = batch;
      run.patiently(() -> rejected.add(step.rejected(), take(run.request(), step.users(), part)));
    } while (!batch.isLast()
        && lines.linesRead() < before.linesRead() + LINES_PER_PART
        && !part.isLarge());
    Map<SortedPart.Key, EncodedSet> sets = part.sets(); // the transaction may be tried again
    ImportProgress after =
        before.sorted(lines.linesRead(), lines.bytesRead(), rejected.count(), batch.isLast());
    run.reach(
        after,
        rejected.first(),
        save ->
            transaction.executeWithoutResult(
                status -> {
                  ledger.add(run.id(), before.linesRead(), sets);
                  save.run();
                }));
    return after;
  }

  /** Returns the lines whose tags do not exist. */
  private List<RejectedLine> take(TagImport request, List<UserLine> users, SortedPart part) {
    Map<String, Integer> numbers =
        request.tag() == 0
            ? tags.numbers(users.stream().map(UserLine::tag).collect(Collectors.toSet()))
            : Map.of(request.tagName(), request.tag());
    Map<Boolean, List<UserLine>> byTag =
        users.stream().collect(Collectors.partitioningBy(line -> numbers.containsKey(line.tag())));
    List<UserLine> taken = Objects.requireNonNull(byTag.get(true));
    if (!taken.isEmpty()) {
      Map<String, Long> ordinals =
          tagging.enrol(
              taken.stream().map(UserLine::userId).distinct().toList(),
              Objects.requireNonNull(numbers.get(taken.get(0).tag())));
      taken.forEach(
          line ->
              part.add(
                  Objects.requireNonNull(ordinals.get(line.userId())),
                  Objects.requireNonNull(numbers.get(line.tag()))));
    }
    return Objects.requireNonNull(byTag.get(false)).stream()
        .map(line -> new RejectedLine(line.number(), "names a tag that does not exist"))
        .toList();
  }
}
