package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The pool's rows: ranges that may be handed out, each within one segment. */
@Component
@Transactional(propagation = Propagation.MANDATORY)
class FreeRanges {

  private static final String RANGE = "SELECT id, segment, generation, first_id, last_id FROM pool";

  /**
   * Rows are found without locks, and then locked by their ids: who locks what an index scan finds
   * locks entries of that index first, which whoever deletes the row needs last.
   */
  private static final String LOCK = RANGE + " FORCE INDEX (PRIMARY) WHERE id IN (:ids)";

  private static final String INSERT =
      "INSERT INTO pool (tier, segment, generation, first_id, last_id, fresh, available)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?)";

  /** At a time. */
  private static final int LOOKED_AT = 256;

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;

  FreeRanges(JdbcClient jdbc, JdbcTemplate batches) {
    this.jdbc = jdbc;
    this.batches = batches;
  }

  private record FreeRange(long id, Portion portion) {}

  /** Takes ids of so many ranges at most; passes by what others are just taking. */
  public List<Portion> take(Tier tier, boolean fresh, long wanted, int most) {
    List<Portion> taken = new ArrayList<>();
    long missing = wanted;
    int others = 0;
    while (missing > 0 && taken.size() < most) {
      List<FreeRange> page = look(tier, fresh, others);
      if (page.isEmpty()) {
        return taken;
      }
      int enough = 0;
      for (long ids = 0; ids < missing && enough < page.size(); enough++) {
        ids += page.get(enough).portion().ids().count();
      }
      enough = Math.min(enough, most - taken.size());
      List<Long> ids = page.stream().map(FreeRange::id).toList();
      List<FreeRange> mine = lock(tier, ids, "available ORDER BY id LIMIT " + enough);
      for (FreeRange free : mine) {
        if (missing > 0) {
          taken.add(shorten(free, missing));
          missing -= taken.get(taken.size() - 1).ids().count();
        }
      }
      others += mine.size() < enough ? page.size() - mine.size() : 0;
    }
    return taken;
  }

  private List<FreeRange> look(Tier tier, boolean fresh, int from) {
    // Else the database goes by id alone, through all that other tiers have there.
    return jdbc.sql(
            RANGE
                + " FORCE INDEX (by_turn) WHERE tier = ? AND available = TRUE AND fresh = ?"
                + " ORDER BY id LIMIT ? OFFSET ?")
        .params(tier.length(), fresh, LOOKED_AT, from)
        .query((row, n) -> range(tier, row))
        .list();
  }

  /**
   * Puts back what was handed out before. Becomes one range with its neighbours, but for those that
   * somebody is just taking.
   */
  public void put(Portion portion, boolean available) {
    IdRange ids = portion.ids();
    for (FreeRange neighbour : lockNeighbours(portion, available)) {
      delete(neighbour);
      IdRange more = neighbour.portion().ids();
      ids = new IdRange(Math.min(ids.first(), more.first()), Math.max(ids.last(), more.last()));
    }
    insert(new Portion(portion.segment(), portion.generation(), ids), false, available);
  }

  private List<FreeRange> lockNeighbours(Portion portion, boolean available) {
    IdRange ids = portion.ids();
    String condition =
        String.format(
            Locale.ROOT,
            "available = %b AND NOT fresh AND generation = %d AND (last_id = %d OR first_id = %d)",
            available,
            portion.generation(),
            ids.first() - 1,
            ids.last() + 1);
    Segment segment = portion.segment();
    return lock(
        segment.tier(),
        jdbc.sql("SELECT id FROM pool WHERE tier = ? AND segment = ? AND " + condition)
            .params(segment.tier().length(), segment.index())
            .query(Long.class)
            .list(),
        condition);
  }

  /**
   * Keeps segments' ranges from being handed out.
   *
   * @param segments of one tier
   * @return those of which nobody is just taking a range; nothing changes for the others
   */
  public Set<Segment> hold(List<Segment> segments) {
    Set<Segment> held = new HashSet<>(segments);
    if (segments.isEmpty()) {
      return held;
    }
    Map<Long, Segment> free = free(segments);
    List<FreeRange> locked = lock(segments.get(0).tier(), free.keySet(), "TRUE");
    locked.forEach(range -> free.remove(range.id()));
    // What is left somebody is just taking, or has taken since.
    held.removeAll(free.values());
    setAvailable(
        locked.stream()
            .filter(range -> held.contains(range.portion().segment()))
            .map(FreeRange::id)
            .toList(),
        false);
    return held;
  }

  /** Lets held segments' ranges be handed out again. */
  public void unhold(List<Segment> segments) {
    setAvailable(free(segments).keySet(), true);
  }

  /** Forgets held segments' ranges. */
  public void remove(List<Segment> segments) {
    Set<Long> ids = free(segments).keySet();
    if (!ids.isEmpty()) {
      jdbc.sql("DELETE FROM pool WHERE id IN (:ids)").param("ids", ids).update();
    }
  }

  /** As below, of what was handed out before. */
  public void putAll(List<Portion> portions) {
    batches.batchUpdate(
        INSERT, portions.stream().map(portion -> row(portion, false, true)).toList());
  }

  /** The ranges of segments, which are of one tier, by their rows' ids. */
  private Map<Long, Segment> free(List<Segment> segments) {
    Map<Long, Segment> free = new HashMap<>();
    if (!segments.isEmpty()) {
      Tier tier = segments.get(0).tier();
      jdbc.sql("SELECT id, segment FROM pool WHERE tier = :tier AND segment IN (:segments)")
          .param("tier", tier.length())
          .param("segments", segments.stream().map(Segment::index).toList())
          .query(
              row -> {
                free.put(row.getLong(1), new Segment(tier, row.getLong(2)));
              });
    }
    return free;
  }

  private void setAvailable(Collection<Long> ids, boolean available) {
    if (!ids.isEmpty()) {
      jdbc.sql("UPDATE pool SET available = :available WHERE id IN (:ids)")
          .param("available", available)
          .param("ids", ids)
          .update();
    }
  }

  /** Those of the ranges that nobody else has locked, and of which the condition is true. */
  private List<FreeRange> lock(Tier tier, Collection<Long> ids, String condition) {
    if (ids.isEmpty()) {
      return List.of();
    }
    return jdbc.sql(LOCK + " AND " + condition + " FOR UPDATE SKIP LOCKED")
        .param("ids", ids)
        .query((row, n) -> range(tier, row))
        .list();
  }

  private Portion shorten(FreeRange free, long wanted) {
    Portion all = free.portion();
    if (all.ids().count() <= wanted) {
      delete(free);
      return all;
    }
    long lastTaken = all.ids().first() + wanted - 1;
    jdbc.sql("UPDATE pool SET first_id = ? WHERE id = ?").params(lastTaken + 1, free.id()).update();
    return new Portion(all.segment(), all.generation(), new IdRange(all.ids().first(), lastTaken));
  }

  private void delete(FreeRange free) {
    jdbc.sql("DELETE FROM pool WHERE id = ?").param(free.id()).update();
  }

  /** Puts in what has no neighbours. */
  public void insert(Portion portion, boolean fresh, boolean available) {
    jdbc.sql(INSERT).params(row(portion, fresh, available)).update();
  }

  private static Object[] row(Portion portion, boolean fresh, boolean available) {
    return new Object[] {
      portion.segment().tier().length(),
      portion.segment().index(),
      portion.generation(),
      portion.ids().first(),
      portion.ids().last(),
      fresh,
      available
    };
  }

  private static FreeRange range(Tier tier, ResultSet row) throws SQLException {
    return new FreeRange(
        row.getLong("id"),
        new Portion(
            new Segment(tier, row.getLong("segment")),
            row.getInt("generation"),
            new IdRange(row.getLong("first_id"), row.getLong("last_id"))));
  }
}
