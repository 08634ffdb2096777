package dev.storefront.usertag.audience;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.usertag.segment.SegmentStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * About how many users each tag has, for plans: as Redis counts them, some seconds old. A count of
 * a tag costs a look at each segment, which would be as much again as many a query.
 */
@Component
class TagSizes {

  private static final Duration REMEMBERED = Duration.ofSeconds(10);
  private static final int MOST_REMEMBERED = 10_000;

  private final SegmentStore segments;
  private final Cache<Integer, Long> counts =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).expireAfterWrite(REMEMBERED).build();

  TagSizes(SegmentStore segments) {
    this.segments = segments;
  }

  /** The question's plan. */
  SegmentQuery plan(Question question) {
    Collection<Integer> tags = question.numbers().values();
    return query(question, tags.size() == 1 ? Map.of() : of(tags)); // of one there is no choice
  }

  /** The question's plan with what Redis counts now. */
  SegmentQuery planAnew(Question question) {
    Collection<Integer> tags = question.numbers().values();
    counts.invalidateAll(tags);
    return query(question, of(tags));
  }

  private static SegmentQuery query(Question question, Map<Integer, Long> users) {
    return SegmentQuery.of(
        question,
        new Planner(
            tag -> users.getOrDefault(question.number(tag), 0L), question.ground().lastOrdinal()));
  }

  private Map<Integer, Long> of(Collection<Integer> tags) {
    Map<Integer, Long> found = new HashMap<>(counts.getAllPresent(tags));
    List<Integer> missing = new ArrayList<>(tags);
    missing.removeAll(found.keySet());
    if (!missing.isEmpty()) {
      long[] users = segments.counts(missing);
      for (int i = 0; i < users.length; i++) {
        found.put(missing.get(i), users[i]);
      }
      counts.putAll(found);
    }
    return found;
  }
}
