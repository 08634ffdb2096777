package dev.storefront.usertag.audience;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.usertag.segment.SegmentStore;
import java.time.Duration;
import java.util.ArrayList;
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
    Map<String, Integer> numbers = question.numbers();
    if (numbers.size() == 1) {
      // There is nothing to choose.
      return query(question, Map.of(), 1);
    }
    return query(question, of(List.copyOf(numbers.values())), segments.highestOrdinal());
  }

  /** The question's plan with what Redis counts now. */
  SegmentQuery planAnew(Question question) {
    counts.invalidateAll(question.numbers().values());
    Map<Integer, Long> users = of(List.copyOf(question.numbers().values()));
    return query(question, users, segments.highestOrdinal());
  }

  private static SegmentQuery query(Question question, Map<Integer, Long> users, long known) {
    Map<String, Integer> numbers = question.numbers();
    Planner planner = new Planner(tag -> users.getOrDefault(numbers.get(tag), 0L), known);
    return new SegmentQuery(question.expressions(), numbers, planner, question.day());
  }

  private Map<Integer, Long> of(List<Integer> tags) {
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
