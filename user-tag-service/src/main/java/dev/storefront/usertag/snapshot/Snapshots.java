package dev.storefront.usertag.snapshot;

import dev.storefront.common.web.Problem;
import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.Edition;
import dev.storefront.usertag.segment.SegmentStore;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Who had which tag at the end of former days. Users who were erased since are in none. */
@Component
public class Snapshots {

  /** Stands for all days before the first one: nothing was ever kept of it. */
  private static final LocalDate NOBODY_KNOWN = LocalDate.EPOCH;

  private final SnapshotTable table;
  private final SegmentStore segments;
  private final Clock clock;

  Snapshots(SnapshotTable table, SegmentStore segments, Clock clock) {
    this.table = table;
    this.segments = segments;
    this.clock = clock;
  }

  /**
   * The day that is asked for, or one on which the same was so; null for the present.
   *
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-request} if it is to
   *     come, {@code no-snapshot} if nothing is known of it
   */
  public @Nullable LocalDate day(@Nullable LocalDate asOf) {
    LocalDate today = LocalDate.now(clock);
    if (asOf == null || asOf.equals(today)) {
      return null;
    }
    if (asOf.isAfter(today)) {
      throw Problem.invalid("asOf", "must not lie in the future").toException();
    }
    if (asOf.toEpochDay() >= 0 && table.isTaken((int) asOf.toEpochDay())) {
      return asOf;
    }
    if (asOf.isBefore(table.firstDay())) {
      return NOBODY_KNOWN;
    }
    throw Problem.of(
            HttpStatus.BAD_REQUEST,
            "no-snapshot",
            "It is not known who had which tag at the end of %s.".formatted(asOf))
        .toException();
  }

  /** As {@link SegmentStore#read} with the known users, for the end of a day. */
  public CompletableFuture<Supplier<List<Bitmap>>> read(
      int segment, List<Integer> tags, LocalDate day, Consumer<Edition> seen) {
    return segments
        .read(segment, List.of(), true, seen)
        .thenApply(now -> () -> then(segment, tags, day, now.get().get(0)));
  }

  private List<Bitmap> then(int segment, List<Integer> tags, LocalDate day, Bitmap known) {
    List<Integer> wanted = new ArrayList<>(tags);
    wanted.add(SegmentStore.KNOWN);
    Map<Integer, Bitmap> then =
        table.read(segment, wanted, (int) day.toEpochDay(), segments.layout().segmentBits());
    return wanted.stream().map(tag -> then.getOrDefault(tag, Bitmap.EMPTY).and(known)).toList();
  }
}
