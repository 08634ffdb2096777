package dev.storefront.shortlink.model;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The service's tables, where time is to pass faster or something is to be awaited. */
final class Ledger {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Longer than a lease is good for and its sweep waits, whatever the clocks. */
  private static final long LONG_AGO = Duration.ofHours(2).toMillis();

  private static final String OWN = "shortlink-service";

  private final JdbcClient jdbc;
  private final Runnable sweep;

  /**
   * @param sweep takes back what is unused of leases that ran out long ago
   */
  Ledger(JdbcClient jdbc, Runnable sweep) {
    this.jdbc = jdbc;
    this.sweep = sweep;
  }

  /**
   * As though two hours had passed for all leases but the service's own.
   *
   * @param ownToo also these: the instances that had them are dead
   */
  void endLeases(boolean ownToo) {
    String some = " WHERE NOT swept AND (? OR client_id <> ?)";
    jdbc.sql("UPDATE leases SET expires_at = expires_at - ?" + some)
        .params(LONG_AGO, ownToo, OWN)
        .update();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              sweep.run();
              return count("SELECT COUNT(*) FROM leases" + some, ownToo, OWN) == 0;
            });
  }

  /** As though each segment's time had come; what is in use in it is so all the same. */
  void segmentsAreDue() {
    jdbc.sql("UPDATE segments SET check_after = 0").update();
  }

  /**
   * True if Kafka has heard of all changes; as though half a minute had passed since each of which
   * it has not.
   */
  boolean isAllTold() {
    jdbc.sql("UPDATE untold_changes SET due_at = 0").update();
    return count("SELECT COUNT(*) FROM untold_changes") == 0;
  }

  boolean isRecyclingOver() {
    return runs().isEmpty() && count("SELECT COUNT(*) FROM segments WHERE run_id IS NOT NULL") == 0;
  }

  /** Those that are not over; by an instance whose clock is ahead a quarantine may last minutes. */
  List<String> runs() {
    return jdbc.sql("SELECT id FROM run WHERE kind = 'recycling' AND pending")
        .query(String.class)
        .list();
  }

  /** Ids that are free twice. */
  List<String> freeTwice() {
    return jdbc.sql(
            "SELECT CONCAT(a.tier, ':', b.first_id) FROM pool a JOIN pool b ON a.tier = b.tier"
                + " AND a.segment = b.segment AND a.first_id <= b.first_id"
                + " AND b.first_id <= a.last_id"
                + " AND (a.first_id, a.generation) <> (b.first_id, b.generation)")
        .query(String.class)
        .list();
  }

  private long count(String sql, Object... params) {
    return jdbc.sql(sql).params(params).query(Long.class).single();
  }
}
