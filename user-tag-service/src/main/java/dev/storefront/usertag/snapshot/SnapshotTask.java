package dev.storefront.usertag.snapshot;

import static java.util.stream.Collectors.toSet;

import com.google.common.collect.Lists;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.segment.StoredSets;
import dev.storefront.usertag.segment.StoredSets.Stored;
import dev.storefront.usertag.tag.TagCatalog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Keeps the sets of users that changed since the day before, segment by segment. */
@Component
class SnapshotTask implements RunTask<SnapshotRequest, SnapshotProgress> {

  /** Of 64 KiB each at most. */
  private static final int SETS_PER_STEP = 50;

  private static final int DAYS_KEPT = 90;

  /** What is so later than that after the snapshot was ordered is not the day's end any more. */
  private static final Duration LONGEST = Duration.ofHours(3);

  private final SegmentStore segments;
  private final TagCatalog tags;
  private final SnapshotTable table;
  private final TransactionOperations transaction;
  private final Clock clock;

  SnapshotTask(
      SegmentStore segments,
      TagCatalog tags,
      SnapshotTable table,
      TransactionOperations transaction,
      Clock clock) {
    this.segments = segments;
    this.tags = tags;
    this.table = table;
    this.transaction = transaction;
    this.clock = clock;
  }

  @Override
  public RunOutcome work(ActiveRun<SnapshotRequest, SnapshotProgress> run)
      throws InterruptedException {
    int day = run.request().day();
    int last = run.ask(segments::lastSegment);
    Instant latest = run.asTaken().createdAt().plus(LONGEST);
    for (int segment = run.progress().next(); segment <= last; segment++) {
      if (clock.instant().isAfter(latest)) {
        // What was kept so far counts for later days alone.
        return new RunOutcome.Failed("It took too long to be of the end of the day.");
      }
      run.save(run.progress().after(segment, keep(run, segment, day)));
    }
    run.patiently(() -> table.taken(day, clock.millis()));
    boolean isMore = true;
    while (isMore) {
      isMore = run.ask(() -> table.forgetSome(day - DAYS_KEPT));
    }
    return new RunOutcome.Done();
  }

  /** Returns how many sets were others. */
  private int keep(ActiveRun<SnapshotRequest, SnapshotProgress> run, int segment, int day)
      throws InterruptedException {
    int kept = 0;
    run.patiently(() -> table.endDeleted(segment, day));
    List<Integer> all =
        Stream.concat(Stream.of(SegmentStore.KNOWN), tags.numbers().stream().sorted()).toList();
    for (List<Integer> step : Lists.partition(all, SETS_PER_STEP)) {
      kept += run.ask(() -> keep(segment, step, day));
      run.check();
    }
    return kept;
  }

  private int keep(int segment, List<Integer> step, int day) {
    StoredSets before = table.latest(segment, step);
    Set<Integer> open = before.sets().stream().map(Stored::tag).collect(toSet());
    StoredSets changes = segments.wholeChanges(segment, before, step);
    // Of a tag that has no users, and had none, there is nothing to keep and nothing to end.
    List<Stored> others =
        changes.sets().stream()
            .filter(set -> set.bytes().length > 0 || open.contains(set.tag()))
            .toList();
    transaction.executeWithoutResult(
        status -> others.forEach(set -> table.keep(segment, changes.build(), set, day)));
    return others.size();
  }
}
