package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentIds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
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
 * @param used those that were published
 */
record Dispatch(long id, int generation, SegmentIds ids, SegmentIds used) {

  /** A row; {@code part_of} names the row as it was handed out. */
  static final String INSERT =
      "INSERT INTO dispatches (tier, segment, generation, first_id, last_id, pieces, id_count, published,"
          + " epoch, dispatched_at, dispatched_on, part_of)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private record Key(Segment segment, int generation) {}

  /** What is handed out together, a row for each segment, in the order in which these come up. */
  static List<Dispatch> of(List<Portion> portions) {
    Map<Key, SegmentIds> ids = new LinkedHashMap<>();
    for (Portion portion : portions) {
      Segment segment = portion.segment();
      ids.merge(
          new Key(segment, portion.generation()),
          SegmentIds.none(segment).plus(portion.ids()),
          (before, same) -> before.plus(portion.ids()));
    }
    List<Dispatch> rows = new ArrayList<>();
    ids.forEach(
        (key, some) ->
            rows.add(new Dispatch(0, key.generation(), some, SegmentIds.none(key.segment()))));
    return rows;
  }

  static Dispatch read(ResultSet row, int n) throws SQLException {
    Segment segment = segment(row);
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

  static Segment segment(ResultSet row) throws SQLException {
    return new Segment(Tier.of(row.getInt("tier")), row.getLong("segment"));
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
      used.toBytes(ids.first()),
      epoch,
      dispatchedAt,
      dispatchedOn,
      partOf
    };
  }

  /** A copy with these ids marked as used, as far as they are among its own. */
  Dispatch withUsed(Collection<Long> more) {
    return new Dispatch(
        id, generation, ids, used.plus(more.stream().mapToLong(n -> n).filter(ids::contains)));
  }

  /** As few ranges as can be, in ascending order. */
  List<Portion> portions() {
    return portions(ids);
  }

  List<Portion> unused() {
    return portions(ids.minus(used.stream()));
  }

  private List<Portion> portions(SegmentIds some) {
    return some.ranges().stream().map(range -> new Portion(segment(), generation, range)).toList();
  }
}
