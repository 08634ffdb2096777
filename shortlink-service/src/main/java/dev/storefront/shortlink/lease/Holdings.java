package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The generation that each id is in. A range that was handed out has it until the range ends; of a
 * range that ends in part, what lives on is a range of its own in the generation of before.
 */
@Component
public class Holdings {

  private static final int IDS_AT_A_TIME = 100;

  private final JdbcClient jdbc;

  Holdings(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What an id is in.
   *
   * @param generation of the id
   * @param segmentGeneration of its segment, not lower: higher if the id outlived some
   */
  public record Holding(int generation, int segmentGeneration) {}

  private record Held(Segment segment, IdRange ids, Holding holding) {}

  /** The generation of each address, by its code; absent if nobody has it now. */
  public Map<String, Holding> of(Collection<Address.Numbered> addresses) {
    List<Address.Numbered> all = List.copyOf(addresses);
    Map<String, Holding> holdings = new HashMap<>();
    for (int from = 0; from < all.size(); from += IDS_AT_A_TIME) {
      add(all.subList(from, Math.min(all.size(), from + IDS_AT_A_TIME)), holdings);
    }
    return holdings;
  }

  private void add(List<Address.Numbered> addresses, Map<String, Holding> holdings) {
    List<Held> rows = rowsOf(addresses);
    for (Address.Numbered address : addresses) {
      rows.stream()
          .filter(row -> row.segment().equals(address.segment()))
          .filter(row -> row.ids().contains(address.id()))
          .map(Held::holding)
          .reduce((a, b) -> a.generation() >= b.generation() ? a : b)
          .ifPresent(holding -> holdings.put(address.code(), holding));
    }
  }

  private List<Held> rowsOf(List<Address.Numbered> addresses) {
    List<Object> params = new ArrayList<>();
    for (Address.Numbered address : addresses) {
      Segment segment = address.segment();
      Collections.addAll(
          params, segment.tier().length(), segment.index(), address.id(), address.id());
    }
    String anyOf =
        String.join(
            " OR ",
            Collections.nCopies(
                addresses.size(),
                "(d.tier = ? AND d.segment = ? AND d.ended_at IS NULL AND d.first_id <= ?"
                    + " AND d.last_id >= ?)"));
    return jdbc.sql(
            "SELECT d.tier, d.segment, d.first_id, d.last_id, d.generation, s.generation AS latest"
                + " FROM dispatches d JOIN segments s"
                + " ON s.tier = d.tier AND s.segment = d.segment WHERE "
                + anyOf)
        .params(params)
        .query(
            (row, n) ->
                new Held(
                    LeaseStore.segment(row),
                    LeaseStore.ids(row),
                    new Holding(row.getInt("generation"), row.getInt("latest"))))
        .list();
  }

  private record Open(long id, IdRange ids, BitSet used, boolean swept) {

    /** What lives on: of a lease that is settled, only what was published. */
    List<IdRange> left(Segment segment, SegmentIds ended) {
      LongStream gone =
          LongStream.rangeClosed(ids.first(), ids.last())
              .filter(id -> ended.contains(id) || (swept && !used.get((int) (id - ids.first()))));
      return SegmentIds.none(segment).plus(ids).minus(gone).ranges();
    }
  }

  /** Ends those ids: they are nobody's any more. */
  @Transactional(propagation = Propagation.MANDATORY)
  public void end(Segment segment, SegmentIds ended, Instant now) {
    for (Open row : openRows(segment)) {
      List<IdRange> left = row.left(segment, ended);
      if (!left.equals(List.of(row.ids()))) {
        jdbc.sql("UPDATE dispatches SET ended_at = ? WHERE id = ?")
            .params(now.toEpochMilli(), row.id())
            .update();
        left.forEach(ids -> insertPart(row, ids));
      }
    }
  }

  private List<Open> openRows(Segment segment) {
    return jdbc.sql(
            "SELECT d.id, d.first_id, d.last_id, d.used, l.swept FROM dispatches d"
                + " JOIN leases l ON l.epoch = d.epoch"
                + " WHERE d.tier = ? AND d.segment = ? AND d.ended_at IS NULL")
        .params(segment.tier().length(), segment.index())
        .query(
            (row, n) ->
                new Open(
                    row.getLong("id"),
                    LeaseStore.ids(row),
                    BitSet.valueOf(row.getBytes("used")),
                    row.getBoolean("swept")))
        .list();
  }

  private void insertPart(Open whole, IdRange ids) {
    long first = whole.ids().first();
    BitSet used = whole.used().get((int) (ids.first() - first), (int) (ids.last() - first) + 1);
    jdbc.sql(
            "INSERT INTO dispatches (epoch, tier, segment, generation, first_id, last_id, used,"
                + " dispatched_at, dispatched_on, part_of)"
                + " SELECT epoch, tier, segment, generation, ?, ?, ?, dispatched_at,"
                + " dispatched_on, COALESCE(part_of, id) FROM dispatches WHERE id = ?")
        .params(ids.first(), ids.last(), used.toByteArray(), whole.id())
        .update();
  }
}
