package dev.storefront.usertag.rule;

import static java.util.function.BinaryOperator.minBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The newest of a user's events that a rule is about, each once and as of when it was first heard
 * of: so it makes no difference in which order they come, and how often.
 *
 * @param newestFirst twice as many as the rule wants at most, so that one which comes late still
 *     finds its neighbours
 */
record SeenEvents(List<Seen> newestFirst) {

  private static final Comparator<Seen> NEWEST_FIRST =
      Comparator.comparingLong(Seen::time).thenComparingLong(Seen::digest).reversed();

  /**
   * @param time epoch milliseconds
   * @param digest tells the event from others
   */
  record Seen(long time, long digest) {}

  static SeenEvents of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    List<Seen> seen = new ArrayList<>();
    while (in.hasRemaining()) {
      seen.add(new Seen(in.getLong(), in.getLong()));
    }
    return new SeenEvents(seen);
  }

  byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(2 * Long.BYTES * newestFirst.size());
    newestFirst.forEach(seen -> out.putLong(seen.time()).putLong(seen.digest()));
    return out.array();
  }

  SeenEvents with(List<Seen> more, Rule rule) {
    // By the digest alone: of a copy that came later Kafka heard later, too.
    Map<Long, Seen> events = new HashMap<>();
    Stream.concat(newestFirst.stream(), more.stream())
        .forEach(seen -> events.merge(seen.digest(), seen, minBy(NEWEST_FIRST.reversed())));
    return new SeenEvents(
        events.values().stream().sorted(NEWEST_FIRST).limit(2L * rule.atLeast()).toList());
  }

  /** The time of the newest event that has enough others before it; empty if none has. */
  OptionalLong enough(Rule rule) {
    for (int i = 0; i + rule.atLeast() <= newestFirst.size(); i++) {
      long last = newestFirst.get(i).time();
      if (last - newestFirst.get(i + rule.atLeast() - 1).time() <= rule.window()) {
        return OptionalLong.of(last);
      }
    }
    return OptionalLong.empty();
  }
}
