package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Which generation the ids of each segment get next, and which of them are free. What changes
 * several rows takes part in the caller's transaction. Nobody waits for a range of the pool, but
 * for the run that holds those of its segment; what callers wait for they lock in the same order:
 * the tier's row, then segments.
 */
@Component
@Transactional(propagation = Propagation.MANDATORY)
public class SegmentPool {

  /** A lease is put together from at most this many pieces. */
  private static final int MOST_PORTIONS = 64;

  private static final Comparator<Segment> IN_ORDER =
      Comparator.comparing(Segment::tier).thenComparingLong(Segment::index);

  private final FreeRanges free;
  private final JdbcClient jdbc;

  SegmentPool(FreeRanges free, JdbcClient jdbc) {
    this.free = free;
    this.jdbc = jdbc;
  }

  /**
   * Takes ids out: recycled and handed-back ones first, then fresh ones in ascending order.
   *
   * @param count how many at most; fewer come back when the pool is in many small pieces or the
   *     tier is used up
   */
  public List<Portion> take(Tier tier, long count, Instant now) {
    List<Portion> portions = new ArrayList<>();
    long missing = count;
    while (missing > 0 && portions.size() < MOST_PORTIONS) {
      long wanted = missing;
      Optional<Portion> next = free.take(tier, wanted).or(() -> openNextSegment(tier, wanted, now));
      if (next.isEmpty()) {
        break;
      }
      portions.add(next.get());
      missing -= next.get().ids().count();
    }
    markDispatched(portions, now);
    return portions;
  }

  /**
   * Puts ids back that nobody used, for the same generation. Those of a segment in quarantine are
   * held with the rest of it; those of an ended generation stay away.
   */
  public void giveBack(List<Portion> portions) {
    portions.stream()
        .sorted(Comparator.comparing(Portion::segment, IN_ORDER))
        .forEach(
            portion ->
                lockState(portion.segment(), portion.generation())
                    .ifPresent(state -> free.put(portion, !state.equals("QUARANTINE"))));
  }

  /**
   * Puts a segment in use into quarantine, with its free ids. If false, it is not in use in that
   * generation or somebody is just taking ids of it, and the caller must roll back.
   *
   * @param idle the ids that nobody seems to visit
   */
  public boolean quarantine(Segment segment, int generation, String runId, SegmentIds idle) {
    boolean isInUse =
        jdbc.sql(
                    "UPDATE segments SET state = 'QUARANTINE', run_id = ?, idle = ?, idle_ids = ?"
                        + " WHERE tier = ? AND segment = ? AND generation = ? AND state = 'ISSUED'")
                .params(
                    runId,
                    idle.toBytes(),
                    idle.count(),
                    segment.tier().length(),
                    segment.index(),
                    generation)
                .update()
            == 1;
    // Who took ids of it waits for the segment's row before it ends: it is over, or is seen here.
    return isInUse && free.hold(segment);
  }

  /** Takes a segment out of quarantine, as it was. If false, it was not in there. */
  public boolean rescue(Segment segment, int generation) {
    if (!leaveQuarantine(segment, generation, generation, "ISSUED")) {
      return false;
    }
    free.unhold(segment);
    return true;
  }

  /**
   * Takes a segment out of quarantine into its next generation. If false, it was not in quarantine.
   *
   * @param closed the ids that are free from now on, and no others
   */
  public boolean recycle(Segment segment, int generation, SegmentIds closed) {
    String state = closed.isEmpty() ? "ISSUED" : "POOL";
    if (!leaveQuarantine(segment, generation, generation + 1, state)) {
      return false;
    }
    free.remove(segment);
    free.putAll(
        closed.ranges().stream().map(ids -> new Portion(segment, generation + 1, ids)).toList());
    return true;
  }

  private boolean leaveQuarantine(Segment segment, int generation, int next, String state) {
    return jdbc.sql(
                "UPDATE segments SET state = ?, generation = ?, run_id = NULL, idle = NULL,"
                    + " idle_ids = 0 WHERE tier = ? AND segment = ? AND generation = ?"
                    + " AND state = 'QUARANTINE'")
            .params(state, next, segment.tier().length(), segment.index(), generation)
            .update()
        == 1;
  }

  private Optional<Portion> openNextSegment(Tier tier, long wanted, Instant now) {
    long index =
        jdbc.sql("SELECT next_segment FROM tiers WHERE tier = ? FOR UPDATE")
            .param(tier.length())
            .query(Long.class)
            .single();
    if (index >= tier.segments()) {
      return Optional.empty();
    }
    jdbc.sql("UPDATE tiers SET next_segment = ? WHERE tier = ?")
        .params(index + 1, tier.length())
        .update();
    jdbc.sql(
            "INSERT INTO segments (tier, segment, generation, state, last_dispatched_at)"
                + " VALUES (?, ?, 1, 'ISSUED', ?)")
        .params(tier.length(), index, now.toEpochMilli())
        .update();
    Segment segment = new Segment(tier, index);
    IdRange ids = segment.ids();
    if (ids.count() <= wanted) {
      return Optional.of(new Portion(segment, 1, ids));
    }
    long lastTaken = ids.first() + wanted - 1;
    free.putFresh(new Portion(segment, 1, new IdRange(lastTaken + 1, ids.last())));
    return Optional.of(new Portion(segment, 1, new IdRange(ids.first(), lastTaken)));
  }

  private void markDispatched(List<Portion> portions, Instant now) {
    portions.stream()
        .map(Portion::segment)
        .distinct()
        .sorted(IN_ORDER)
        .forEach(
            segment ->
                jdbc.sql(
                        "UPDATE segments SET state = 'ISSUED', last_dispatched_at = ?"
                            + " WHERE tier = ? AND segment = ?")
                    .params(now.toEpochMilli(), segment.tier().length(), segment.index())
                    .update());
  }

  /** The state of a segment in that generation, which stays so until the transaction ends. */
  private Optional<String> lockState(Segment segment, int generation) {
    return jdbc.sql(
            "SELECT state FROM segments WHERE tier = ? AND segment = ? AND generation = ?"
                + " FOR UPDATE")
        .params(segment.tier().length(), segment.index(), generation)
        .query(String.class)
        .optional();
  }
}
