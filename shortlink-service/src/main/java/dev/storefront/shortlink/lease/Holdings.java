package dev.storefront.shortlink.lease;

import com.google.common.collect.Lists;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The generation that each id is in. What a lease has of a segment is one row; when some of it
 * ends, the row does, and what lives on is another one, in the generation of before.
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

  private record Held(SegmentIds ids, Holding holding) {}

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
          .filter(row -> row.ids().segment().equals(address.segment()))
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
            "SELECT d.*, s.generation AS latest FROM dispatches d JOIN segments s"
                + " ON s.tier = d.tier AND s.segment = d.segment WHERE "
                + anyOf)
        .params(params)
        .query(
            (row, n) ->
                new Held(
                    Dispatch.read(row, n).ids(),
                    new Holding(row.getInt("generation"), row.getInt("latest"))))
        .list();
  }

  /** What is out: all that was handed out, or what is left of that. */
  private record Open(
      Dispatch dispatch,
      long whole,
      long epoch,
      boolean swept,
      long dispatchedAt,
      LocalDate dispatchedOn) {

    /** What lives on: of a lease that is settled, only what was published. */
    SegmentIds left(SegmentIds ended) {
      return (swept ? dispatch.used() : dispatch.ids()).minus(ended.stream());
    }

    @Nullable Object[] part(SegmentIds left) {
      return new Dispatch(0, dispatch.generation(), left, dispatch.used().and(left))
          .row(epoch, dispatchedAt, dispatchedOn, whole);
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
      Dispatch held = row.dispatch();
      idleOf(held, idle).and(held.used()).stream()
          .forEach(id -> published.merge(id, held.generation(), Math::max));
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
    List<@Nullable Object[]> parts = new ArrayList<>();
    for (Open row : openRows(some)) {
      Dispatch held = row.dispatch();
      SegmentIds left = row.left(idleOf(held, idle));
      if (left.count() < held.ids().count()) {
        ended.add(new Object[] {now.toEpochMilli(), held.id()});
        if (!left.isEmpty()) {
          parts.add(row.part(left));
        }
      }
    }
    batches.batchUpdate("UPDATE dispatches SET ended_at = ? WHERE id = ?", ended);
    batches.batchUpdate(Dispatch.INSERT, parts);
  }

  private static Map<Long, SegmentIds> idleBySegment(List<Candidate> some) {
    return some.stream().collect(Collectors.toMap(c -> c.segment().index(), Candidate::idle));
  }

  private static SegmentIds idleOf(Dispatch held, Map<Long, SegmentIds> idle) {
    return idle.getOrDefault(held.segment().index(), SegmentIds.none(held.segment()));
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
                    Dispatch.read(row, n),
                    row.getLong("whole"),
                    row.getLong("epoch"),
                    row.getBoolean("swept"),
                    row.getLong("dispatched_at"),
                    row.getObject("dispatched_on", LocalDate.class)))
        .list();
  }
}
