package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The pool's rows: ranges that may be handed out, each within one segment. */
@Component
@Transactional(propagation = Propagation.MANDATORY)
class FreeRanges {

  private static final String RANGE =
      "SELECT id, segment, generation, first_id, last_id FROM pool WHERE tier = ?";

  private final JdbcClient jdbc;

  FreeRanges(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record FreeRange(long id, Portion portion) {}

  /**
   * Takes ids of one range, recycled and handed-back ones first; never waits for another caller.
   */
  public Optional<Portion> take(Tier tier, long wanted) {
    return jdbc.sql(
            RANGE + " AND available = TRUE ORDER BY fresh, id LIMIT 1 FOR UPDATE SKIP LOCKED")
        .param(tier.length())
        .query((row, n) -> range(tier, row))
        .optional()
        .map(free -> shorten(free, wanted));
  }

  /**
   * Puts back what was handed out before. Becomes one range with its neighbours, but for those that
   * somebody is just taking.
   */
  public void put(Portion portion, boolean available) {
    IdRange ids = portion.ids();
    List<FreeRange> neighbours =
        jdbc.sql(
                RANGE
                    + " AND segment = ? AND generation = ? AND available = ? AND NOT fresh"
                    + " AND (last_id = ? OR first_id = ?) FOR UPDATE SKIP LOCKED")
            .params(
                portion.segment().tier().length(),
                portion.segment().index(),
                portion.generation(),
                available,
                ids.first() - 1,
                ids.last() + 1)
            .query((row, n) -> range(portion.segment().tier(), row))
            .list();
    for (FreeRange neighbour : neighbours) {
      delete(neighbour);
      IdRange more = neighbour.portion().ids();
      ids = new IdRange(Math.min(ids.first(), more.first()), Math.max(ids.last(), more.last()));
    }
    insert(new Portion(portion.segment(), portion.generation(), ids), false, available);
  }

  /** Puts in what was never handed out. */
  public void putFresh(Portion portion) {
    insert(portion, true, true);
  }

  /** Holds a segment's ranges, or lets them be handed out again. */
  public void setAvailable(Segment segment, boolean available) {
    jdbc.sql("UPDATE pool SET available = ? WHERE tier = ? AND segment = ?")
        .params(available, segment.tier().length(), segment.index())
        .update();
  }

  /** Forgets a segment's ranges. */
  public void remove(Segment segment) {
    jdbc.sql("DELETE FROM pool WHERE tier = ? AND segment = ?")
        .params(segment.tier().length(), segment.index())
        .update();
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

  private static FreeRange range(Tier tier, ResultSet row) throws SQLException {
    return new FreeRange(
        row.getLong("id"),
        new Portion(
            new Segment(tier, row.getLong("segment")),
            row.getInt("generation"),
            new IdRange(row.getLong("first_id"), row.getLong("last_id"))));
  }
}
