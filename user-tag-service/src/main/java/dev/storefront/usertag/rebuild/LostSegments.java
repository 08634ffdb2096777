package dev.storefront.usertag.rebuild;

import dev.storefront.common.run.Runs;
import dev.storefront.usertag.segment.SegmentLost;
import dev.storefront.usertag.segment.SegmentStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Has segments built anew that somebody missed, and at the start those that nobody has missed yet:
 * all of them after an update to another layout.
 */
@Component
class LostSegments {

  private final Runs<RebuildRequest, RebuildProgress> rebuilds;
  private final SegmentStore segments;
  private final Set<SegmentLost> missed = ConcurrentHashMap.newKeySet();
  private int nextAtStart;

  LostSegments(Runs<RebuildRequest, RebuildProgress> rebuilds, SegmentStore segments) {
    this.rebuilds = rebuilds;
    this.segments = segments;
  }

  /** Comes from threads that must not wait. */
  @EventListener
  void missed(SegmentLost segment) {
    missed.add(segment);
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.rebuild-interval:200ms}")
  void round() {
    for (SegmentLost segment : List.copyOf(missed)) {
      rebuilds.startAlone(RebuildRequest.of(segment), "segment/" + segment.segment());
      missed.remove(segment);
    }
    lookAtStart(); // last: it fails as long as a node is away
  }

  private void lookAtStart() {
    int last = nextAtStart < 0 ? -1 : segments.lastSegment();
    for (; nextAtStart >= 0 && nextAtStart <= last; nextAtStart++) {
      if (segments.build(nextAtStart).isEmpty()) {
        missed.add(new SegmentLost(nextAtStart, ""));
      }
    }
    nextAtStart = -1;
  }
}
