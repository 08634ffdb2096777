package dev.storefront.usertag.tagging;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.lease.WorkLeases;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.util.Arrays;
import java.util.List;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Clears the marks of deleted tags, some users at a time, in one instance. Until a mark is cleared
 * it does no harm: it stands under a number that no tag has again.
 */
@Component
class RemovedTags {

  private static final int USERS_PER_STEP = 500;
  private static final String LEASE = "removed-tags";

  private final TagCatalog tags;
  private final SegmentStore segments;
  private final UserDirectory directory;
  private final Tagging tagging;
  private final WorkLeases leases;

  RemovedTags(
      TagCatalog tags,
      SegmentStore segments,
      UserDirectory directory,
      Tagging tagging,
      WorkLeases leases) {
    this.tags = tags;
    this.segments = segments;
    this.directory = directory;
    this.tagging = tagging;
    this.leases = leases;
  }

  /**
   * Clears all of them, unless another instance is at it; what fails midway is begun again at the
   * next call.
   */
  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void clear() {
    for (int tag : tags.removed()) {
      int last = segments.lastSegment();
      for (int segment = 0; segment <= last; segment++) {
        if (!clear(segment, tag)) {
          return;
        }
      }
      tags.cleared(tag);
    }
  }

  /** Returns false if another instance is at it, or it has to wait. */
  private boolean clear(int segment, int tag) {
    SegmentLayout layout = segments.layout();
    Bitmap users = segments.read(segment, List.of(tag), false).get(0);
    int from = 0;
    while (!tagging.isBehind() && leases.take(LEASE)) {
      int[] offsets = users.positions(from, USERS_PER_STEP);
      if (offsets.length == 0) {
        return true;
      }
      long[] step = Arrays.stream(offsets).mapToLong(o -> layout.ordinalOf(segment, o)).toArray();
      tagging.applyToKnown(
          directory.ids(step).stream()
              .map(id -> TagChange.of(new UserId(id), tag, false, null))
              .toList());
      from = offsets[offsets.length - 1] + 1;
    }
    return false;
  }
}
