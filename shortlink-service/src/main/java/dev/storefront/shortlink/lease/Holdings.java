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
import java.util.Set;
import java.util.TreeMap;
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

  /** The generation of each address; absent if nobody has it now. */
  public Map<Address, Holding> of(Collection<Address.Numbered> addresses) {
    Map<Address, Holding> holdings = new HashMap<>();
    Lists.partition(List.copyOf(addresses), IDS_AT_A_TIME).forEach(some -> add(some, holdings));
    return holdings;
  }

  private void add(List<Address.Numbered> addresses, Map<Address, Holding> holdings) {
    List<Held> rows = rowsOf(addresses);
    for (Address.Numbered address : addresses) {
      rows.stream()
          .filter(row -> row.ids().segment().equals(address.segment()))
          .filter(row -> row.ids().contains(address.id()))
          .map(Held::holding)
          .reduce((a, b) -> a.generation() >= b.generation() ? a : b)
          .ifPresent(holding -> holdings.put(address, holding));
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

  /** A row and its lease. */
  private record Row(
      Dispatch dispatch,
      long whole,
      long epoch,
      String clientId,
      boolean swept,
      Instant dispatchedAt,
      LocalDate dispatchedOn,
      @Nullable Instant endedAt) {

    /** Of a lease that is settled, only what was published. */
    SegmentIds held() {
      return swept ? dispatch.published() : dispatch.ids();
    }

    @Nullable Object[] part(SegmentIds left) {
      return new Dispatch(0, dispatch.generation(), left, dispatch.published().and(left))
          .row(epoch, dispatchedAt.toEpochMilli(), dispatchedOn, whole);
    }

    Ownership ownership() {
      return new Ownership(clientId, dispatch.generation(), dispatchedAt, endedAt);
    }
  }

  /** Everyone who held the id, oldest first; those who handed it back unused do not count. */
  public List<Ownership> owners(Segment segment, long id) {
    Map<Long, Ownership> owners = new TreeMap<>();
    rows(
            "d.segment = :segment AND :id BETWEEN d.first_id AND d.last_id",
            Map.of("tier", segment.tier().length(), "segment", segment.index(), "id", id))
        .stream()
        .filter(row -> row.held().contains(id))
        .forEach(row -> owners.merge(row.whole(), row.ownership(), Ownership::orLonger));
    return List.copyOf(owners.values());
  }

  /**
   * Those of the segments, of one tier, under whose ids somebody may publish, or of whose ids
   * nobody knows yet which are used: a lease that ran out has yet to be swept.
   */
  public Set<Segment> live(List<Candidate> some) {
    return openRows(some).stream()
        .filter(row -> !row.swept())
        .map(row -> row.dispatch().segment())
        .collect(Collectors.toSet());
  }

  /**
   * The ids among these that were published, by the generation that they are in.
   *
   * @param some segments of one tier
   */
  public Map<Long, Integer> published(List<Candidate> some) {
    Map<Long, SegmentIds> idle = idleBySegment(some);
    Map<Long, Integer> published = new HashMap<>();
    for (Row row : openRows(some)) {
      Dispatch held = row.dispatch();
      idleOf(held, idle).and(held.published()).stream()
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
    for (Row row : openRows(some)) {
      Dispatch held = row.dispatch();
      SegmentIds left = row.held().minus(idleOf(held, idle).stream());
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

  /** What is out: all that was handed out, or what is left of that. */
  private List<Row> openRows(List<Candidate> some) {
    return some.isEmpty()
        ? List.of()
        : rows(
            "d.segment IN (:segments) AND d.ended_at IS NULL",
            Map.of(
                "tier",
                some.get(0).segment().tier().length(),
                "segments",
                some.stream().map(c -> c.segment().index()).toList()));
  }

  private List<Row> rows(String condition, Map<String, Object> params) {
    return jdbc.sql(
            "SELECT d.*, COALESCE(d.part_of, d.id) AS whole, l.client_id, l.swept"
                + " FROM dispatches d JOIN leases l ON l.epoch = d.epoch"
                + " WHERE d.tier = :tier AND "
                + condition)
        .params(params)
        .query(
            (row, n) ->
                new Row(
                    Dispatch.read(row, n),
                    row.getLong("whole"),
                    row.getLong("epoch"),
                    row.getString("client_id"),
                    row.getBoolean("swept"),
                    Instant.ofEpochMilli(row.getLong("dispatched_at")),
                    row.getObject("dispatched_on", LocalDate.class),
                    endOf(row.getObject("ended_at", Long.class))))
        .list();
  }

  private static @Nullable Instant endOf(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
