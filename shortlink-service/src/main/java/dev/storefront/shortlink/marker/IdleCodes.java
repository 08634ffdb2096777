package dev.storefront.shortlink.marker;

import com.google.common.collect.Lists;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  /** A thousand codes are some 35 kB to ask for. */
  private static final int SEGMENTS_BY_CODE = 16;

  /** What Redis answers of the time that is left to a key that is not there. */
  private static final long NO_MARKER = -2;

  private final ScriptRunner scripts;
  private final ScriptRunner scans;
  private final RedisClusterAccess cluster;
  private final SegmentMarkers markers;
  private final CodeBook codes;
  private final TierProperties tiers;

  IdleCodes(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      SegmentMarkers markers,
      CodeBook codes,
      TierProperties tiers) {
    this.scripts = scripts;
    // A thousand keys at a time: no redirect waits behind them.
    this.scans = scripts.onAnotherConnection();
    this.cluster = cluster;
    this.markers = markers;
    this.codes = codes;
    this.tiers = tiers;
  }

  /**
   * What is idle of a segment.
   *
   * @param ids nobody visits them
   * @param othersLast how long none of the others can become idle; zero if nobody knows
   */
  public record Idle(SegmentIds ids, Duration othersLast) {

    private static Idle none(Segment segment) {
      return new Idle(SegmentIds.none(segment), Duration.ZERO);
    }
  }

  /**
   * The idle ids of each segment, in the order of {@code segments}, which are of one tier. None are
   * where Redis fell back since: it may have forgotten that somebody came.
   *
   * @param idleSince what nobody has used since then is idle
   */
  public List<Idle> of(List<Segment> segments, Instant idleSince) {
    if (segments.isEmpty()) {
      return List.of();
    }
    List<Idle> idle =
        unit(segments.get(0)) == Tier.SEGMENT_SIZE ? byMarker(segments) : byCode(segments);
    List<Idle> known = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      known.add(fellBackAfter(segment, idleSince) ? Idle.none(segment) : idle.get(i));
    }
    return known;
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
   * @return of each, in their order, the ids that can be used in the next generation, the same or
   *     fewer in a repeat; empty if somebody came to all of them
   */
  public List<Optional<SegmentIds>> close(
      List<Candidate> some, Instant idleSince, Duration refusal) {
    List<Optional<SegmentIds>> closed = new ArrayList<>();
    for (List<Candidate> few : Lists.partition(some, SEGMENTS_BY_CODE)) {
      List<CompletableFuture<List<Object>>> replies =
          few.stream().map(candidate -> close(candidate, idleSince, refusal)).toList();
      for (int i = 0; i < few.size(); i++) {
        closed.add(closed(few.get(i), ScriptRunner.await(replies.get(i)), idleSince));
      }
    }
    return closed;
  }

  private CompletableFuture<List<Object>> close(
      Candidate candidate, Instant idleSince, Duration refusal) {
    Segment segment = candidate.segment();
    if (fellBackAfter(segment, idleSince)) {
      return CompletableFuture.completedFuture(List.of(MarkerReply.STILL_LIVE.number()));
    }
    List<String> keys = new ArrayList<>();
    keys.add(markers.keyOf(segment.tag()));
    keys.addAll(keysOf(segment, candidate.idle()));
    return scripts.list(
        ScriptCall.of(CLOSE, keys, candidate.generation() + 1, refusal.toMillis(), unit(segment))
            .unlessInDoubt());
  }

  private Optional<SegmentIds> closed(Candidate candidate, List<Object> reply, Instant idleSince) {
    Segment segment = candidate.segment();
    // The node may have fallen back just before it closed the segment.
    return (long) reply.get(0) != MarkerReply.CLOSED.number() || fellBackAfter(segment, idleSince)
        ? Optional.empty()
        : Optional.of(without(candidate.idle(), reply.stream().skip(1), unit(segment)));
  }

  private List<Idle> byMarker(List<Segment> segments) {
    List<CompletableFuture<Long>> left =
        segments.stream()
            .map(segment -> markers.keyOf(segment.tag()).getBytes(StandardCharsets.UTF_8))
            .map(key -> cluster.call(commands -> commands.pttl(key)))
            .toList();
    List<Idle> idle = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      long millis = ScriptRunner.await(left.get(i));
      idle.add(
          new Idle(
              millis == NO_MARKER ? SegmentIds.all(segment) : SegmentIds.none(segment),
              Duration.ofMillis(Math.max(0, millis))));
    }
    return idle;
  }

  private List<Idle> byCode(List<Segment> segments) {
    List<Idle> idle = new ArrayList<>();
    for (List<Segment> some : Lists.partition(segments, SEGMENTS_BY_CODE)) {
      List<CompletableFuture<List<Object>>> replies = some.stream().map(this::find).toList();
      for (int i = 0; i < some.size(); i++) {
        SegmentIds all = SegmentIds.all(some.get(i));
        List<Object> reply = ScriptRunner.await(replies.get(i));
        idle.add(
            new Idle(
                without(all, reply.stream().skip(1), unit(some.get(i))),
                Duration.ofMillis((long) reply.get(0))));
      }
    }
    return idle;
  }

  private CompletableFuture<List<Object>> find(Segment segment) {
    return scans.list(ScriptCall.of(FIND, keysOf(segment, SegmentIds.all(segment))));
  }

  private static SegmentIds without(SegmentIds ids, Stream<Object> positions, int unit) {
    long[] asked = ids.stream().toArray();
    return ids.minus(positions.mapToLong(position -> asked[(int) (long) position - 1]))
        .inWholeUnits(unit);
  }

  private List<String> keysOf(Segment segment, SegmentIds ids) {
    return ids.stream()
        .mapToObj(id -> markers.linkKeyOf(codes.addressOf(segment.tier(), id)))
        .toList();
  }

  private int unit(Segment segment) {
    return tiers.of(segment.tier()).recyclingUnit();
  }
}
