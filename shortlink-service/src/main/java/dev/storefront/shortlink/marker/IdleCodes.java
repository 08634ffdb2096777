package dev.storefront.shortlink.marker;

import com.google.common.collect.Comparators;
import com.google.common.collect.Lists;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.marker.SegmentMarkers.LinkPlace;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Which ids of a segment nobody visits: all, if it has no marker; or, in a tier that comes back in
 * smaller units, those of units in which no code has a link.
 */
@Component
public class IdleCodes {

  private static final LuaScript FIND = LuaScript.load("shortlink/findLinks");
  private static final LuaScript CLOSE = LuaScript.load("shortlink/closeSegment");

  /** A thousand codes are some 5 kB to ask for. */
  private static final int SEGMENTS_BY_CODE = 16;

  /** What Redis answers of the time that is left to a key that is not there. */
  private static final long NO_MARKER = -2;

  /** What is in doubt stays so for an idle time from when that was found; looked at daily. */
  private static final Duration IN_DOUBT = Duration.ofDays(1);

  private final ScriptRunner scripts;
  private final ScriptRunner scans;
  private final RedisClusterAccess cluster;
  private final SegmentMarkers markers;
  private final TierProperties tiers;

  IdleCodes(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      SegmentMarkers markers,
      TierProperties tiers) {
    this.scripts = scripts;
    // A thousand links at a time: no redirect waits behind them.
    this.scans = scripts.onAnotherConnection();
    this.cluster = cluster;
    this.markers = markers;
    this.tiers = tiers;
  }

  /**
   * What is idle of a segment.
   *
   * @param ids nobody visits them
   * @param othersLast how long none of the others can become idle, or will be known to be
   * @param bytes that were moved to find that out: keys, arguments and what came back
   */
  public record Idle(SegmentIds ids, Duration othersLast, long bytes) {}

  /**
   * The idle ids of each segment, in the order of {@code segments}, which are of one tier. None are
   * where Redis fell back since, for it may have forgotten that somebody came: it is not asked.
   *
   * @param idleSince what nobody has used since then is idle
   */
  public List<Idle> of(List<Segment> segments, Instant idleSince) {
    Map<Segment, Idle> known = new HashMap<>();
    List<Segment> asked =
        segments.stream().filter(segment -> !fellBackAfter(segment, idleSince)).toList();
    if (!asked.isEmpty()) {
      List<Idle> idle = unit(asked.get(0)) == Tier.SEGMENT_SIZE ? byMarker(asked) : byCode(asked);
      for (int i = 0; i < asked.size(); i++) {
        known.put(asked.get(i), idle.get(i));
      }
    }
    // A node may have fallen back just before it answered.
    known.keySet().removeIf(segment -> fellBackAfter(segment, idleSince));
    return segments.stream()
        .map(each -> known.getOrDefault(each, new Idle(SegmentIds.none(each), inDoubt(each), 0)))
        .toList();
  }

  private Duration inDoubt(Segment segment) {
    return Comparators.min(IN_DOUBT, tiers.of(segment.tier()).idleTime());
  }

  /** True if Redis fell back since, as far as this instance knows, where one of these lies. */
  public boolean fellBackAfter(List<Candidate> some, Instant time) {
    return some.stream().anyMatch(candidate -> fellBackAfter(candidate.segment(), time));
  }

  private boolean fellBackAfter(Segment segment, Instant time) {
    return scripts.fellBackAfter(markers.keyOf(segment.tag()), time);
  }

  /**
   * Ends the generations of segments for those ids that are idle still.
   *
   * @param some segments of one tier, with the ids that were idle some time ago
   * @param idleSince as above
   * @param refusal how long links of it are refused here, until the database does it
   * @return those of the segments whose generation is over, with the ids that can be used in the
   *     next one, the same or fewer in a repeat; somebody came to all of the others
   */
  public List<Candidate> close(List<Candidate> some, Instant idleSince, Duration refusal) {
    List<Candidate> closed = new ArrayList<>();
    List<Candidate> others = new ArrayList<>();
    for (List<Candidate> few : Lists.partition(some, SEGMENTS_BY_CODE)) {
      List<CompletableFuture<List<Object>>> replies =
          few.stream().map(candidate -> close(candidate, idleSince, refusal)).toList();
      for (int i = 0; i < few.size(); i++) {
        Candidate each = few.get(i);
        closed(each, ScriptRunner.await(replies.get(i)), idleSince)
            .ifPresentOrElse(ids -> closed.add(each.withIdle(ids)), () -> others.add(each));
      }
    }
    closed.addAll(closedBefore(others));
    return closed;
  }

  /**
   * Those of the segments whose generation is over here, and the database has not heard of it: in
   * the next one everything stays whose it is.
   */
  public List<Candidate> closedBefore(List<Candidate> some) {
    List<Boolean> open =
        markers.holdEach(
            some.stream()
                .map(c -> new Portion(c.segment(), c.generation(), c.segment().ids()))
                .toList());
    return IntStream.range(0, some.size())
        .filter(i -> !open.get(i))
        .mapToObj(some::get)
        .map(c -> c.withIdle(SegmentIds.none(c.segment())))
        .toList();
  }

  private CompletableFuture<List<Object>> close(
      Candidate candidate, Instant idleSince, Duration refusal) {
    Segment segment = candidate.segment();
    if (fellBackAfter(segment, idleSince)) {
      return CompletableFuture.completedFuture(List.of(MarkerReply.STILL_LIVE.number()));
    }
    Map<String, String> asked = placesOf(candidate.idle());
    List<String> keys = new ArrayList<>();
    keys.add(markers.keyOf(segment.tag()));
    keys.addAll(asked.keySet());
    List<Object> args = new ArrayList<>();
    args.add(candidate.generation() + 1);
    args.add(refusal.toMillis());
    args.add(unit(segment));
    args.addAll(asked.values());
    return scripts.list(ScriptCall.of(CLOSE, keys, args.toArray()).unlessInDoubt());
  }

  private Optional<SegmentIds> closed(Candidate candidate, List<Object> reply, Instant idleSince) {
    Segment segment = candidate.segment();
    // The node may have fallen back just before it closed the segment.
    return (long) reply.get(0) != MarkerReply.CLOSED.number() || fellBackAfter(segment, idleSince)
        ? Optional.empty()
        : Optional.of(without(candidate.idle(), reply.stream().skip(1), unit(segment)));
  }

  private List<Idle> byMarker(List<Segment> segments) {
    return awaited(segments.stream().map(this::byMarker).toList());
  }

  private Supplier<Idle> byMarker(Segment segment) {
    byte[] key = markers.keyOf(segment.tag()).getBytes(StandardCharsets.UTF_8);
    CompletableFuture<Long> reply = cluster.call(commands -> commands.pttl(key));
    return () -> {
      long left = ScriptRunner.await(reply);
      return new Idle(
          left == NO_MARKER ? SegmentIds.all(segment) : SegmentIds.none(segment),
          Duration.ofMillis(Math.max(0, left)),
          key.length + Long.toString(left).length());
    };
  }

  private List<Idle> byCode(List<Segment> segments) {
    List<Idle> idle = new ArrayList<>();
    for (List<Segment> some : Lists.partition(segments, SEGMENTS_BY_CODE)) {
      idle.addAll(awaited(some.stream().map(this::byCode).toList()));
    }
    return idle;
  }

  private Supplier<Idle> byCode(Segment segment) {
    SegmentIds all = SegmentIds.all(segment);
    Map<String, String> asked = placesOf(all);
    CompletableFuture<List<Object>> answer =
        scans.list(ScriptCall.of(FIND, List.copyOf(asked.keySet()), asked.values().toArray()));
    return () -> {
      List<Object> reply = ScriptRunner.await(answer);
      return new Idle(
          without(all, reply.stream().skip(1), unit(segment)),
          Duration.ofMillis((long) reply.get(0)),
          Stream.of(asked.keySet(), asked.values(), reply)
              .flatMap(Collection::stream)
              .mapToLong(part -> part.toString().length())
              .sum());
    };
  }

  /** All are asked by now. Who awaits them works them out: the client's thread has others' too. */
  private static List<Idle> awaited(List<Supplier<Idle>> replies) {
    return replies.stream().map(Supplier::get).toList();
  }

  private static SegmentIds without(SegmentIds ids, Stream<Object> positions, int unit) {
    long[] asked = ids.stream().toArray();
    return ids.minus(positions.mapToLong(position -> asked[(int) (long) position - 1]))
        .inWholeUnits(unit);
  }

  /** By bucket the places that are asked for there, both in the order of the ids. */
  private Map<String, String> placesOf(SegmentIds ids) {
    return ids.stream()
        .mapToObj(id -> markers.placeOf(ids.segment(), id))
        .collect(
            Collectors.groupingBy(
                LinkPlace::bucket,
                LinkedHashMap::new,
                Collectors.mapping(LinkPlace::place, Collectors.joining(","))));
  }

  private int unit(Segment segment) {
    return tiers.of(segment.tier()).recyclingUnit();
  }
}
