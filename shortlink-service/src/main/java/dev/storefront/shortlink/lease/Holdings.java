package dev.storefront.shortlink.lease;

import com.google.common.collect.Lists;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.JdbcTemplate;
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
  private final JdbcTemplate batches;

  Holdings(JdbcClient jdbc, JdbcTemplate batches) {
    this.jdbc = jdbc;
    this.batches = batches;
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
    Map<String, Holding> holdings = new HashMap<>();
    Lists.partition(List.copyOf(addresses), IDS_AT_A_TIME).forEach(some -> add(some, holdings));
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

  /** What is out: a range that was handed out, or what is left of one. */
  private record Open(
      long id,
      long whole,
      long epoch,
      Segment segment,
      int generation,
      IdRange ids,
      BitSet used,
      boolean swept,
      long dispatchedAt,
      LocalDate dispatchedOn) {

    boolean isUsed(long number) {
      return used.get((int) (number - ids.first()));
    }

    /** What lives on: of a lease that is settled, only what was published. */
    List<IdRange> left(SegmentIds ended) {
      LongStream gone =
          LongStream.rangeClosed(ids.first(), ids.last())
              .filter(id -> ended.contains(id) || (swept && !isUsed(id)));
      return SegmentIds.none(segment).plus(ids).minus(gone).ranges();
    }

    Object[] part(IdRange part) {
      long first = ids.first();
      BitSet usedThere = used.get((int) (part.first() - first), (int) (part.last() - first) + 1);
      return new Object[] {
        epoch,
        segment.tier().length(),
        segment.index(),
        generation,
        part.first(),
        part.last(),
        usedThere.toByteArray(),
        dispatchedAt,
        dispatchedOn,
        whole
      };
    }
  }

  /**
   * The ids among these that were published, by the generation that they are in.
   *
   * @param some segments of one tier
   */
  public Map<Long, Integer> published(List<Candidate> some) {
    Map<Long, SegmentIds> idle = idleBySegment(some);
    Map<Long, Integer> published = new HashMap<>();
    for (Open row : openRows(some)) {
      SegmentIds wanted = idle.getOrDefault(row.segment().index(), SegmentIds.none(row.segment()));
      wanted.stream()
          .filter(id -> row.ids().contains(id) && row.isUsed(id))
          .forEach(id -> published.merge(id, row.generation(), Math::max));
    }
    return published;
  }

  /**
   * Ends what is idle: it is nobody's any more.
   *
   * @param some segments of one tier
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void end(List<Candidate> some, Instant now) {
    Map<Long, SegmentIds> idle = idleBySegment(some);
    List<Object[]> ended = new ArrayList<>();
    List<Object[]> parts = new ArrayList<>();
    for (Open row : openRows(some)) {
      List<IdRange> left =
          row.left(idle.getOrDefault(row.segment().index(), SegmentIds.none(row.segment())));
      if (!left.equals(List.of(row.ids()))) {
        ended.add(new Object[] {now.toEpochMilli(), row.id()});
        left.forEach(ids -> parts.add(row.part(ids)));
      }
    }
    batches.batchUpdate("UPDATE dispatches SET ended_at = ? WHERE id = ?", ended);
    batches.batchUpdate(
        "INSERT INTO dispatches (epoch, tier, segment, generation, first_id, last_id, used,"
            + " dispatched_at, dispatched_on, part_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        parts);
  }

  private static Map<Long, SegmentIds> idleBySegment(List<Candidate> some) {
    return some.stream().collect(Collectors.toMap(c -> c.segment().index(), Candidate::idle));
  }

  private List<Open> openRows(List<Candidate> some) {
    if (some.isEmpty()) {
      return List.of();
    }
    return jdbc.sql(
            "SELECT d.*, COALESCE(d.part_of, d.id) AS whole, l.swept FROM dispatches d"
                + " JOIN leases l ON l.epoch = d.epoch"
                + " WHERE d.tier = :tier AND d.segment IN (:segments) AND d.ended_at IS NULL")
        .param("tier", some.get(0).segment().tier().length())
        .param("segments", some.stream().map(c -> c.segment().index()).toList())
        .query(
            (row, n) ->
                new Open(
                    row.getLong("id"),
                    row.getLong("whole"),
                    row.getLong("epoch"),
                    LeaseStore.segment(row),
                    row.getInt("generation"),
                    LeaseStore.ids(row),
                    BitSet.valueOf(row.getBytes("used")),
                    row.getBoolean("swept"),
                    row.getLong("dispatched_at"),
                    row.getObject("dispatched_on", LocalDate.class)))
        .list();
  }
}
