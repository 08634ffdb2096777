package dev.storefront.usertag.imports;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tagging.RecordedTags;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * Whom a sorted import concerns: the users of its lines, and if it replaces the others who have the
 * tag as well. Those are asked of the database, for Redis may have missed somebody. Who gets the
 * tag after the import was accepted may be among them, and keeps it: his mark is the later one.
 */
@Component
class ConcernedUsers {

  private final ImportLedger ledger;
  private final RecordedTags recorded;
  private final SegmentStore segments;

  ConcernedUsers(ImportLedger ledger, RecordedTags recorded, SegmentStore segments) {
    this.ledger = ledger;
    this.recorded = recorded;
    this.segments = segments;
  }

  /**
   * The next ones from a place on, in its order: all of some segments and tags; none at the end.
   */
  List<SortedUsers> from(long run, TagImport request, ImportPlace place) {
    if (request.mode() == ImportMode.REPLACE) {
      return replaced(run, request.tag(), place);
    }
    List<SortedUsers> next = ledger.from(run, place);
    return request.mode() == ImportMode.REMOVE
        ? next.stream().map(SortedUsers::taken).toList()
        : next;
  }

  private List<SortedUsers> replaced(long run, int tag, ImportPlace place) {
    int last = segments.lastSegment();
    for (int segment = place.segment() + (place.tag() > tag ? 1 : 0); segment <= last; segment++) {
      Bitmap given = ledger.of(run, segment, tag);
      Bitmap users = given.or(having(segment, tag));
      if (!users.isEmpty()) {
        return List.of(new SortedUsers(segment, tag, users, given));
      }
    }
    return List.of();
  }

  private Bitmap having(int segment, int tag) {
    SegmentLayout layout = segments.layout();
    IntStream.Builder places = IntStream.builder();
    recorded.read(
        layout.ordinalOf(segment, 0),
        layout.ordinalOf(segment + 1, 0),
        (ordinal, tags) -> {
          if (Arrays.binarySearch(tags, tag) >= 0) {
            places.add(layout.offsetOf(ordinal));
          }
        });
    return Bitmap.ofPositions(places.build().toArray());
  }
}
