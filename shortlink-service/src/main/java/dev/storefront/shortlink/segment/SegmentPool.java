package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Which generation each segment is in, and which of its ids are free. What changes several rows
 * takes part in the caller's transaction. All callers lock in the same order: ranges of the pool
 * (handing out never waits for one), the tier's row, then segments.
 */
@Component
@Transactional(propagation = Propagation.MANDATORY)
public class SegmentPool {

  /** A lease is put together from at most this many pieces. */
  private static final int MOST_PORTIONS = 64;

  private static final Comparator<Segment> IN_ORDER =
      Comparator.comparing(Segment::tier).thenComparingLong(Segment::index);

  private final JdbcClient jdbc;

  SegmentPool(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The generation of each segment, at most a thousand; absent if none of its ids was ever out. */
  @Transactional(propagation = Propagation.SUPPORTS)
  public Map<Segment, Integer> generationsOf(Collection<Segment> segments) {
    Map<Segment, Integer> generations = new HashMap<>();
    if (!segments.isEmpty()) {
      jdbc.sql(
              "SELECT tier, segment, generation FROM segments WHERE (tier, segment) IN (:segments)")
          .param(
              "segments",
              segments.stream()
                  .map(segment -> new Object[] {segment.tier().length(), segment.index()})
                  .toList())
          .query(
              row -> {
                generations.put(
                    new Segment(Tier.of(row.getInt("tier")), row.getLong("segment")),
                    row.getInt("generation"));
              });
    }
    return generations;
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
      Optional<Portion> next = takeFree(tier, wanted).or(() -> openNextSegment(tier, wanted, now));
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
                    .ifPresent(state -> insert(portion, false, !state.equals("QUARANTINE"))));
  }

  /** Keeps the segment's free ids from being handed out, once nobody is just doing so. */
  public void hold(Segment segment) {
    setAvailable(segment, false);
  }

  /** Puts a segment in use into quarantine; false if it is not in use in that generation. */
  public boolean quarantine(Segment segment, int generation, String runId) {
    return jdbc.sql(
                "UPDATE segments SET state = 'QUARANTINE', run_id = ? WHERE tier = ? AND segment ="
                    + " ? AND generation = ? AND state = 'ISSUED'")
            .params(runId, segment.tier().length(), segment.index(), generation)
            .update()
        == 1;
  }

  /** Takes a segment out of quarantine, as it was. If false, the caller must roll back. */
  public boolean rescue(Segment segment, int generation) {
    setAvailable(segment, true);
    return leaveQuarantine(segment, generation, generation, "ISSUED");
  }

  /**
   * Ends a quarantined segment's generation: all its ids are free in the next one. If false, it was
   * not in quarantine and the caller must roll back.
   */
  public boolean recycle(Segment segment, int generation) {
    jdbc.sql("DELETE FROM pool WHERE tier = ? AND segment = ?")
        .params(segment.tier().length(), segment.index())
        .update();
    if (!leaveQuarantine(segment, generation, generation + 1, "POOL")) {
      return false;
    }
    insert(new Portion(segment, generation + 1, segment.ids()), false, true);
    return true;
  }

  private boolean leaveQuarantine(Segment segment, int generation, int next, String state) {
    return jdbc.sql(
                "UPDATE segments SET state = ?, generation = ?, run_id = NULL WHERE tier = ?"
                    + " AND segment = ? AND generation = ? AND state = 'QUARANTINE'")
            .params(state, next, segment.tier().length(), segment.index(), generation)
            .update()
        == 1;
  }

  private Optional<Portion> takeFree(Tier tier, long wanted) {
    return jdbc.sql(
            "SELECT id, segment, generation, first_id, last_id FROM pool WHERE tier = ?"
                + " AND available = TRUE ORDER BY fresh, id LIMIT 1 FOR UPDATE SKIP LOCKED")
        .param(tier.length())
        .query(
            (row, n) ->
                new FreeRange(
                    row.getLong("id"),
                    new Portion(
                        new Segment(tier, row.getLong("segment")),
                        row.getInt("generation"),
                        new IdRange(row.getLong("first_id"), row.getLong("last_id")))))
        .optional()
        .map(free -> shorten(free, wanted));
  }

  private Portion shorten(FreeRange free, long wanted) {
    Portion all = free.portion();
    if (all.ids().count() <= wanted) {
      jdbc.sql("DELETE FROM pool WHERE id = ?").param(free.id()).update();
      return all;
    }
    long lastTaken = all.ids().first() + wanted - 1;
    jdbc.sql("UPDATE pool SET first_id = ? WHERE id = ?").params(lastTaken + 1, free.id()).update();
    return new Portion(all.segment(), all.generation(), new IdRange(all.ids().first(), lastTaken));
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
    insert(new Portion(segment, 1, new IdRange(lastTaken + 1, ids.last())), true, true);
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

  private void insert(Portion portion, boolean fresh, boolean available) {
    jdbc.sql(
            "INSERT INTO pool (tier, segment, generation, first_id, last_id, fresh, available)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)")
        .params(
            portion.segment().tier().length(),
            portion.segment().index(),
            portion.generation(),
            portion.ids().first(),
            portion.ids().last(),
            fresh,
            available)
        .update();
  }

  private void setAvailable(Segment segment, boolean available) {
    jdbc.sql("UPDATE pool SET available = ? WHERE tier = ? AND segment = ?")
        .params(available, segment.tier().length(), segment.index())
        .update();
  }

  private record FreeRange(long id, Portion portion) {}
}
