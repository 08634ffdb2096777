package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.Tier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** Leases and dispatches in the database. */
@Component
class LeaseStore {

  private static final String LEASE =
      "SELECT lease_id, client_id, epoch, tier, COALESCE(wanted_tier, tier) AS wanted_tier,"
          + " wanted, expires_at, released_at, swept FROM leases";

  private static final Pattern ID = Pattern.compile("[\\x21-\\x7e]{1,36}");

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
    if (!ID.matcher(leaseId).matches()) {
      return Optional.empty(); // the database compares no other text with an id
    }
    return jdbc.sql(LEASE + " WHERE lease_id = ? AND client_id = ? FOR UPDATE")
        .params(leaseId, clientId)
        .query(this::lease)
        .optional();
  }

  /** Stores a lease that has no portions yet and gives it its epoch. */
  long insert(
      String leaseId,
      String clientId,
      String requestId,
      Tier tier,
      Tier wantedTier,
      int wanted,
      Instant expiresAt) {
    GeneratedKeyHolder epoch = new GeneratedKeyHolder();
    jdbc.sql(
            "INSERT INTO leases"
                + " (lease_id, client_id, request_id, tier, wanted_tier, wanted, expires_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)")
        .params(
            leaseId,
            clientId,
            requestId,
            tier.length(),
            wantedTier.length(),
            wanted,
            expiresAt.toEpochMilli())
        .update(epoch);
    return Objects.requireNonNull(epoch.getKey()).longValue();
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

  void savePublished(Dispatch dispatch) {
    jdbc.sql("UPDATE dispatches SET published = ? WHERE id = ?")
        .params(dispatch.published().toBytes(dispatch.ids().first()), dispatch.id())
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

  /** A client's leases that ended before that time, whose unused ids are out still. */
  List<Lease> unsweptOf(String clientId, Instant endedBefore, int limit) {
    return unswept("client_id = ?", clientId, endedBefore, limit);
  }

  /** The same of all other clients. */
  List<Lease> unsweptOfOthersThan(String clientId, Instant endedBefore, int limit) {
    return unswept("client_id <> ?", clientId, endedBefore, limit);
  }

  private List<Lease> unswept(String whose, String clientId, Instant endedBefore, int limit) {
    return jdbc
        .sql(
            LEASE
                + " WHERE swept = FALSE AND expires_at < ? AND "
                + whose
                + " ORDER BY expires_at LIMIT ?")
        .params(endedBefore.toEpochMilli(), clientId, limit)
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

  /** A lease goes with the last of its ranges: one that lost all of them before would stay. */
  int forget(Instant endedBefore, int limit) {
    List<Long> ids = new ArrayList<>();
    Set<Long> epochs = new HashSet<>();
    jdbc.sql("SELECT id, epoch FROM dispatches WHERE ended_at < ? ORDER BY ended_at LIMIT ?")
        .params(endedBefore.toEpochMilli(), limit)
        .query(
            row -> {
              ids.add(row.getLong(1));
              epochs.add(row.getLong(2));
            });
    if (!ids.isEmpty()) {
      jdbc.sql("DELETE FROM dispatches WHERE id IN (:ids)").param("ids", ids).update();
      jdbc.sql(
              "DELETE FROM leases WHERE epoch IN (:epochs) AND swept AND NOT EXISTS"
                  + " (SELECT 1 FROM dispatches d WHERE d.epoch = leases.epoch)")
          .param("epochs", epochs)
          .update();
    }
    return ids.size();
  }

  private Lease withPortions(Lease lease) {
    return new Lease(
        lease.leaseId(),
        lease.clientId(),
        lease.epoch(),
        lease.tier(),
        lease.wantedTier(),
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
        Tier.of(row.getInt("wanted_tier")),
        row.getInt("wanted"),
        Instant.ofEpochMilli(row.getLong("expires_at")),
        row.getObject("released_at") != null,
        row.getBoolean("swept"),
        List.of());
  }
}
