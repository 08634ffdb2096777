package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentIds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a lease has of one segment: a row of {@code dispatches}.
 *
 * @param id zero of one that is no row yet
 * @param ids in however many pieces, not none
 * @param published those under which there is a link, or was one
 */
record Dispatch(long id, int generation, SegmentIds ids, SegmentIds published) {

  /** A row; {@code part_of} names the row as it was handed out. */
  static final String INSERT =
      "INSERT INTO dispatches (tier, segment, generation, first_id, last_id, pieces, id_count,"
          + " published, epoch, dispatched_at, dispatched_on, part_of) VALUES (?, ?, ?, ?, ?, ?, ?,"
          + " ?, ?, ?, ?, ?)";

  /** What is handed out together, a row for each segment, in the order in which these come up. */
  static Collection<Dispatch> of(List<Portion> portions) {
    Map<Map.Entry<Segment, Integer>, Dispatch> rows = new LinkedHashMap<>();
    for (Portion portion : portions) {
      SegmentIds none = SegmentIds.none(portion.segment());
      rows.merge(
          Map.entry(portion.segment(), portion.generation()),
          new Dispatch(0, portion.generation(), none.plus(portion.ids()), none),
          (row, more) -> new Dispatch(0, row.generation(), row.ids().plus(portion.ids()), none));
    }
    return rows.values();
  }

  static Dispatch read(ResultSet row, int n) throws SQLException {
    Segment segment = new Segment(Tier.of(row.getInt("tier")), row.getLong("segment"));
    IdRange all = new IdRange(row.getLong("first_id"), row.getLong("last_id"));
    byte[] pieces = row.getBytes("pieces");
    return new Dispatch(
        row.getLong("id"),
        row.getInt("generation"),
        pieces == null
            ? SegmentIds.none(segment).plus(all)
            : SegmentIds.decode(segment, all.first(), pieces),
        SegmentIds.decode(segment, all.first(), row.getBytes("published")));
  }

  Segment segment() {
    return ids.segment();
  }

  /** What {@link #INSERT} takes, as handed out then. */
  @Nullable Object[] row(
      long epoch, long dispatchedAt, LocalDate dispatchedOn, @Nullable Long partOf) {
    boolean isInPieces = ids.count() <= ids.last() - ids.first();
    return new @Nullable Object[] {
      segment().tier().length(),
      segment().index(),
      generation,
      ids.first(),
      ids.last(),
      isInPieces ? ids.toBytes(ids.first()) : null,
      isInPieces ? ids.count() : null,
      published.toBytes(ids.first()),
      epoch,
      dispatchedAt,
      dispatchedOn,
      partOf
    };
  }

  /** A copy with these ids marked as published, as far as they are among its own. */
  Dispatch withPublished(Collection<Long> more) {
    return new Dispatch(
        id, generation, ids, published.plus(more.stream().mapToLong(n -> n).filter(ids::contains)));
  }

  /** As few ranges as can be, in ascending order. */
  List<Portion> portions() {
    return portions(ids);
  }

  List<Portion> unused() {
    return portions(ids.minus(published.stream()));
  }

  private List<Portion> portions(SegmentIds some) {
    return some.ranges().stream().map(range -> new Portion(segment(), generation, range)).toList();
  }
}
