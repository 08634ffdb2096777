package dev.storefront.usertag.rebuild;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.usertag.segment.SegmentBuild;
import dev.storefront.usertag.segment.SegmentBuilds;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentLost;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.RecordedTags;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Builds segments of Redis from the database, one after the other; the others serve meanwhile. */
@Component
class RebuildTask implements RunTask<RebuildRequest, RebuildProgress> {

  private static final Logger log = LoggerFactory.getLogger(RebuildTask.class);

  private final SegmentStore segments;
  private final SegmentBuilds builds;
  private final RecordedTags recorded;
  private final TagCatalog tags;
  private final Counter rebuilt;

  RebuildTask(
      SegmentStore segments,
      SegmentBuilds builds,
      RecordedTags recorded,
      TagCatalog tags,
      MeterRegistry meters) {
    this.segments = segments;
    this.builds = builds;
    this.recorded = recorded;
    this.tags = tags;
    this.rebuilt = meters.counter("storefront.usertag.segments.rebuilt");
  }

  @Override
  public RunOutcome work(ActiveRun<RebuildRequest, RebuildProgress> run)
      throws InterruptedException {
    Integer only = run.request().segment();
    int last = only == null ? run.ask(segments::lastSegment) : only;
    int first = only == null ? run.progress().next() : only;
    for (int segment = first; segment <= last; segment++) {
      int at = segment;
      boolean built = run.ask(() -> isConcerned(run.request(), at) && build(at, last));
      run.save(run.progress().after(at, built));
    }
    return new RunOutcome.Done();
  }

  /** Somebody may have built it since. */
  private boolean isConcerned(RebuildRequest request, int segment) {
    if (request.slots() != null && !builds.isIn(request.slots(), segment)) {
      return false;
    }
    String build = segments.build(segment);
    return build.isEmpty()
        || build.equals(request.build())
        || SegmentLost.ANY_BUILD.equals(request.build());
  }

  /** One at a time: all the sets of the segment are in memory. */
  private synchronized boolean build(int segment, int last) {
    SegmentLayout layout = segments.layout();
    SegmentBuild build = builds.begin(segment);
    // Read before the users: an ordinal up to this one that is nobody's then was erased.
    long end = Math.min(segments.highestOrdinal() + 1, layout.ordinalOf(segment + 1, 0));
    // Read after that: who makes or deletes a tag from now on finds no segment to change.
    // Deleted ones with marks are built too, in this order, or nobody would find these to clear.
    Set<Integer> existing = new HashSet<>(tags.numbers());
    existing.addAll(tags.removed());
    recorded.read(
        layout.ordinalOf(segment, 0),
        layout.ordinalOf(segment + 1, 0),
        (ordinal, numbers) ->
            build.add(
                layout.offsetOf(ordinal),
                Arrays.stream(numbers).filter(existing::contains).toArray()));
    build.erasedUpTo((int) (end - layout.ordinalOf(segment, 0)));
    build.end(existing);
    rebuilt.increment();
    log.info("Segment {} (of 0 to {}) of Redis is built anew", segment, last);
    return true;
  }
}
