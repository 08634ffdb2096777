package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Candidate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** Leases and dispatches in the database. */
@Component
class LeaseStore {

  private static final String LEASE =
      "SELECT lease_id, client_id, epoch, tier, wanted, expires_at, released_at, swept"
          + " FROM leases";

  private final JdbcClient jdbc;

  LeaseStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Optional<Lease> findByRequest(String clientId, String requestId) {
    return jdbc.sql(LEASE + " WHERE client_id = ? AND request_id = ?")
        .params(clientId, requestId)
        .query(this::lease)
        .optional()
        .map(this::withPortions);
  }

  /** The lease without its portions, locked until the transaction ends. */
  Optional<Lease> lock(String clientId, String leaseId) {
    return jdbc.sql(LEASE + " WHERE lease_id = ? AND client_id = ? FOR UPDATE")
        .params(leaseId, clientId)
        .query(this::lease)
        .optional();
  }

  /** Stores a lease that has no portions yet and gives it its epoch. */
  long insert(
      String leaseId, String clientId, String requestId, Tier tier, int wanted, Instant expiresAt) {
    GeneratedKeyHolder epoch = new GeneratedKeyHolder();
    jdbc.sql(
            "INSERT INTO leases (lease_id, client_id, request_id, tier, wanted, expires_at)"
                + " VALUES (?, ?, ?, ?, ?, ?)")
        .params(leaseId, clientId, requestId, tier.length(), wanted, expiresAt.toEpochMilli())
        .update(epoch);
    Number key = epoch.getKey();
    if (key == null) {
      throw new IllegalStateException("The database gave no epoch");
    }
    return key.longValue();
  }

  void insertDispatch(long epoch, Dispatch dispatch, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    jdbc.sql(Dispatch.INSERT).params(dispatch.row(epoch, now.toEpochMilli(), today, null)).update();
  }

  /** What was handed out, as it was then. */
  List<Dispatch> dispatches(long epoch) {
    return jdbc.sql("SELECT * FROM dispatches WHERE epoch = ? AND part_of IS NULL ORDER BY id")
        .param(epoch)
        .query(Dispatch::read)
        .list();
  }

  void saveUsed(Dispatch dispatch) {
    jdbc.sql("UPDATE dispatches SET published = ? WHERE id = ?")
        .params(dispatch.used().toBytes(dispatch.ids().first()), dispatch.id())
        .update();
  }

  /** Of those nobody holds an id any more, so that nobody need look at them. */
  void endUnused(long epoch, Instant now) {
    jdbc.sql(
            "UPDATE dispatches SET ended_at = ? WHERE epoch = ? AND part_of IS NULL"
                + " AND ended_at IS NULL AND LENGTH(published) = 0")
        .params(now.toEpochMilli(), epoch)
        .update();
  }

  void markReleased(Lease lease, Instant now) {
    jdbc.sql("UPDATE leases SET released_at = ?, swept = TRUE WHERE epoch = ?")
        .params(now.toEpochMilli(), lease.epoch())
        .update();
  }

  /** Leases that ended before that time and of which nobody has taken the unused ids back. */
  List<Lease> unswept(Instant endedBefore, int limit) {
    return jdbc
        .sql(LEASE + " WHERE swept = FALSE AND expires_at < ? ORDER BY expires_at LIMIT ?")
        .params(endedBefore.toEpochMilli(), limit)
        .query(this::lease)
        .list()
        .stream()
        .map(this::withPortions)
        .toList();
  }

  /** False if somebody was faster. */
  boolean markSwept(Lease lease) {
    return jdbc.sql("UPDATE leases SET swept = TRUE WHERE epoch = ? AND swept = FALSE")
            .param(lease.epoch())
            .update()
        > 0;
  }

  /**
   * Those of the segments, of one tier, under whose ids of their generation somebody may publish,
   * or of whose ids nobody knows yet which are used: a lease that ran out has yet to be swept.
   */
  Set<Segment> live(List<Candidate> some) {
    Map<Long, Integer> generations =
        some.stream().collect(Collectors.toMap(c -> c.segment().index(), Candidate::generation));
    Set<Segment> live = new HashSet<>();
    if (!some.isEmpty()) {
      jdbc.sql(
              "SELECT DISTINCT d.tier, d.segment, d.generation FROM dispatches d"
                  + " JOIN leases l ON l.epoch = d.epoch WHERE d.tier = :tier"
                  + " AND d.segment IN (:segments) AND d.ended_at IS NULL AND NOT l.swept")
          .param("tier", some.get(0).segment().tier().length())
          .param("segments", generations.keySet())
          .query(
              row -> {
                Segment segment = Dispatch.segment(row);
                if (Objects.equals(generations.get(segment.index()), row.getInt("generation"))) {
                  live.add(segment);
                }
              });
    }
    return live;
  }

  /** Everyone who held the id, oldest first; those who handed it back unused do not count. */
  List<Ownership> owners(Segment segment, long id) {
    Map<Long, Ownership> owners = new TreeMap<>();
    jdbc.sql(
            "SELECT d.*, COALESCE(d.part_of, d.id) AS whole, l.client_id, l.swept FROM dispatches d"
                + " JOIN leases l ON l.epoch = d.epoch"
                + " WHERE d.tier = ? AND d.segment = ? AND d.first_id <= ? AND d.last_id >= ?")
        .params(segment.tier().length(), segment.index(), id, id)
        .query(
            row -> {
              Dispatch held = Dispatch.read(row, 0);
              if ((row.getBoolean("swept") ? held.used() : held.ids()).contains(id)) {
                owners.merge(row.getLong("whole"), ownership(row), Ownership::orLonger);
              }
            });
    return List.copyOf(owners.values());
  }

  private static Ownership ownership(ResultSet row) throws SQLException {
    long endedAt = row.getLong("ended_at");
    Instant until = row.wasNull() ? null : Instant.ofEpochMilli(endedAt);
    return new Ownership(
        row.getString("client_id"),
        row.getInt("generation"),
        Instant.ofEpochMilli(row.getLong("dispatched_at")),
        until);
  }

  private Lease withPortions(Lease lease) {
    return new Lease(
        lease.leaseId(),
        lease.clientId(),
        lease.epoch(),
        lease.tier(),
        lease.wanted(),
        lease.expiresAt(),
        lease.released(),
        lease.swept(),
        dispatches(lease.epoch()).stream().flatMap(d -> d.portions().stream()).toList());
  }

  private Lease lease(ResultSet row, int n) throws SQLException {
    return new Lease(
        row.getString("lease_id"),
        row.getString("client_id"),
        row.getLong("epoch"),
        Tier.of(row.getInt("tier")),
        row.getInt("wanted"),
        Instant.ofEpochMilli(row.getLong("expires_at")),
        row.getObject("released_at") != null,
        row.getBoolean("swept"),
        List.of());
  }
}
