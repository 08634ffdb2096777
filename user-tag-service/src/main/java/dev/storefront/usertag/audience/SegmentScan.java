package dev.storefront.usertag.audience;

import dev.storefront.common.health.Replies;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.snapshot.Snapshots;
import dev.storefront.usertag.tag.Ground;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PrimitiveIterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Works a query out segment by segment: some are read ahead from all nodes at once and combined on
 * all cores, their results are handed on in order. However long the audience, what one scan has in
 * memory is bounded by its read-ahead.
 */
@Component
class SegmentScan implements DisposableBean {

  /** Bitmaps that one scan has under way at most, of 64 KiB each. */
  private static final int BITMAPS_AHEAD = 64;

  private final SegmentStore segments;
  private final Snapshots snapshots;
  private final ScanPermits permits;
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          task -> {
            Thread thread = new Thread(task, "segment-scan");
            thread.setDaemon(true);
            return thread;
          });

  SegmentScan(SegmentStore segments, Snapshots snapshots, ScanPermits permits) {
    this.segments = segments;
    this.snapshots = snapshots;
    this.permits = permits;
  }

  private record Result<R>(int segment, Supplier<R> value) {}

  /**
   * Hands the segments' results to {@code visitor}, in the order of {@code wanted}; 429 {@code
   * too-busy} if too many scans are under way.
   *
   * @param wanted the segments' numbers
   * @param work makes a segment's result, for several segments at a time; that of the first one,
   *     which is often the only one, on the caller's own thread
   * @param visitor gets a segment's number and result; false ends the scan
   */
  <R> void run(
      SegmentQuery query,
      IntStream wanted,
      Function<Evaluation, R> work,
      BiPredicate<Integer, R> visitor) {
    int all = segments.layout().lastSegment(query.lastOrdinal()) + 1;
    int ofSegment = query.parts().size() + 1;
    int furthest = Math.min(all, Math.max(2, BITMAPS_AHEAD / ofSegment));
    permits.run(
        Math.min(furthest * ofSegment, ScanPermits.MOST_OF_ONE),
        () -> run(query, wanted.iterator(), furthest, work, visitor));
  }

  private <R> void run(
      SegmentQuery query,
      PrimitiveIterator.OfInt left,
      int furthest,
      Function<Evaluation, R> work,
      BiPredicate<Integer, R> visitor) {
    int ahead = 1; // doubles: most pages are full after a segment
    Deque<Result<R>> underWay = new ArrayDeque<>();
    do {
      while (underWay.size() < ahead && left.hasNext()) {
        int segment = left.nextInt();
        underWay.add(new Result<>(segment, start(query, segment, work, ahead == 1)));
      }
      if (underWay.isEmpty()) {
        return;
      }
      ahead = Math.min(2 * ahead, furthest);
    } while (accepts(underWay.remove(), visitor));
  }

  private static <R> boolean accepts(Result<R> next, BiPredicate<Integer, R> visitor) {
    return visitor.test(next.segment(), next.value().get());
  }

  private <R> Supplier<R> start(
      SegmentQuery query, int segment, Function<Evaluation, R> work, boolean isFirst) {
    LocalDate day = query.question().day();
    Ground ground = query.question().ground();
    long first = segments.layout().ordinalOf(segment, 0);
    CompletableFuture<Supplier<R>> result =
        (day == null
                ? segments.read(segment, query.tags(), query.readsKnownUsers(), ground::saw)
                : snapshots.read(segment, query.tags(), day, ground::saw))
            .thenApply(users -> () -> work.apply(query.evaluate(users.get(), first)));
    if (isFirst) {
      return () -> Replies.await(result).get();
    }
    CompletableFuture<R> done = result.thenApplyAsync(Supplier::get, workers);
    return () -> Replies.await(done);
  }

  @Override
  public void destroy() {
    workers.shutdownNow();
  }
}
