package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
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
  private final TierProperties tiers;
  private final JdbcClient jdbc;
  private final JdbcTemplate batches;

  SegmentPool(FreeRanges free, TierProperties tiers, JdbcClient jdbc, JdbcTemplate batches) {
    this.free = free;
    this.tiers = tiers;
    this.jdbc = jdbc;
    this.batches = batches;
  }

  /**
   * Takes ids out: recycled and handed-back ones first, then fresh ones in ascending order.
   *
   * @param count how many at most; fewer come back when the pool is in many small pieces or the
   *     tier is used up
   */
  public List<Portion> take(Tier tier, long count, Instant now) {
    List<Portion> portions = free.take(tier, false, count, MOST_PORTIONS);
    portions.addAll(free.take(tier, true, count - ids(portions), MOST_PORTIONS - portions.size()));
    while (ids(portions) < count && portions.size() < MOST_PORTIONS) {
      Optional<Portion> next = openNextSegment(tier, count - ids(portions), now);
      if (next.isEmpty()) {
        break;
      }
      portions.add(next.get());
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
   * Those of the segments that are in use in that generation, and stay so until the transaction
   * ends. Who took ids of one waits for its row before it ends: it is over, or its range cannot be
   * held.
   *
   * @param some of one tier, in ascending order
   */
  public List<Candidate> lockIssued(List<Candidate> some) {
    return lock(some, "ISSUED");
  }

  /** As above, of those in quarantine. */
  public List<Candidate> lockQuarantined(List<Candidate> some) {
    return lock(some, "QUARANTINE");
  }

  /**
   * Puts locked segments that are in use into quarantine, with their free ids.
   *
   * @return those that are, for nobody is just taking ids of them
   */
  public List<Candidate> quarantine(List<Candidate> locked, long runId) {
    Set<Segment> held = free.hold(segments(locked));
    List<Candidate> idle = locked.stream().filter(c -> held.contains(c.segment())).toList();
    batches.batchUpdate(
        "UPDATE segments SET state = 'QUARANTINE', run_id = ?, idle = ?, idle_ids = ?"
            + " WHERE tier = ? AND segment = ?",
        idle.stream()
            .map(
                c ->
                    new Object[] {
                      Long.toString(runId),
                      c.idle().toBytes(),
                      c.idle().count(),
                      c.segment().tier().length(),
                      c.segment().index()
                    })
            .toList());
    return idle;
  }

  /** Takes locked segments out of quarantine, as they were. */
  public void rescue(List<Candidate> locked) {
    leaveQuarantine(locked, 0, "ISSUED");
    free.unhold(segments(locked));
  }

  /** Takes locked segments out of quarantine into their next generation; what is idle is free. */
  public void recycle(List<Candidate> locked) {
    List<Candidate> used = locked.stream().filter(c -> c.idle().isEmpty()).toList();
    List<Candidate> idle = locked.stream().filter(c -> !c.idle().isEmpty()).toList();
    leaveQuarantine(used, 1, "ISSUED");
    leaveQuarantine(idle, 1, "POOL");
    free.remove(segments(locked));
    free.putAll(
        idle.stream()
            .flatMap(
                c ->
                    c.idle().ranges().stream()
                        .map(ids -> new Portion(c.segment(), c.generation() + 1, ids)))
            .toList());
  }

  private List<Candidate> lock(List<Candidate> some, String state) {
    if (some.isEmpty()) {
      return List.of();
    }
    Map<Long, Integer> generations = new HashMap<>();
    jdbc.sql(
            "SELECT segment, generation FROM segments FORCE INDEX (PRIMARY)"
                + " WHERE tier = :tier AND segment IN (:segments)"
                + " AND state = :state ORDER BY segment FOR UPDATE")
        .params(Map.of("tier", tier(some), "segments", indexes(some), "state", state))
        .query(
            row -> {
              generations.put(row.getLong(1), row.getInt(2));
            });
    return some.stream()
        .filter(c -> Objects.equals(generations.get(c.segment().index()), c.generation()))
        .toList();
  }

  private void leaveQuarantine(List<Candidate> locked, int later, String state) {
    if (!locked.isEmpty()) {
      jdbc.sql(
              "UPDATE segments SET state = :state, generation = generation + :later, run_id = NULL,"
                  + " idle = NULL, idle_ids = 0 WHERE tier = :tier AND segment IN (:segments)")
          .params(Map.of("tier", tier(locked), "segments", indexes(locked)))
          .param("state", state)
          .param("later", later)
          .update();
    }
  }

  private static long ids(List<Portion> portions) {
    return portions.stream().mapToLong(portion -> portion.ids().count()).sum();
  }

  private static int tier(List<Candidate> some) {
    return some.get(0).segment().tier().length();
  }

  private static List<Long> indexes(List<Candidate> some) {
    return some.stream().map(c -> c.segment().index()).toList();
  }

  private static List<Segment> segments(List<Candidate> some) {
    return some.stream().map(Candidate::segment).toList();
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
    free.insert(new Portion(segment, 1, new IdRange(lastTaken + 1, ids.last())), true, true);
    return Optional.of(new Portion(segment, 1, new IdRange(ids.first(), lastTaken)));
  }

  private void markDispatched(List<Portion> portions, Instant now) {
    if (!portions.isEmpty()) {
      Tier tier = portions.get(0).segment().tier();
      jdbc.sql(
              "UPDATE segments SET state = 'ISSUED', last_dispatched_at = :now,"
                  + " check_after = :idle WHERE tier = :tier AND segment IN (:segments)")
          .param("now", now.toEpochMilli())
          .param("idle", now.plus(tiers.of(tier).idleTime()).toEpochMilli())
          .param("tier", tier.length())
          .param("segments", portions.stream().map(p -> p.segment().index()).toList())
          .update();
    }
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
