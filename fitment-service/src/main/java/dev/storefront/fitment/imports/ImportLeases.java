package dev.storefront.fitment.imports;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Who works on which import: one instance at a time, and another one once that one is gone. */
@Repository
class ImportLeases {

  private final JdbcClient db;
  private final Clock clock;
  private final long leaseMillis;
  private final String owner = UUID.randomUUID().toString().replace("-", "");

  ImportLeases(JdbcClient db, Clock clock, ImportProperties properties) {
    this.db = db;
    this.clock = clock;
    this.leaseMillis = properties.lease().toMillis();
  }

  /** Imports that nobody works on, the oldest first. */
  List<String> unclaimed(int limit) {
    return db.sql(
            """
            SELECT id FROM fitment_import
            WHERE state IN ('QUEUED', 'RUNNING') AND lease_until <= ?
            ORDER BY created_at, id LIMIT ?""")
        .params(clock.millis(), limit)
        .query(String.class)
        .list();
  }

  /** Takes an import for this instance, unless another one has it or it is over. */
  boolean claim(Lease lease) {
    return db.sql(
                """
                UPDATE fitment_import SET state = 'RUNNING', lease_owner = ?, lease_until = ?
                WHERE id = ? AND lease_until <= ? AND state IN ('QUEUED', 'RUNNING')""")
            .params(lease.owner(), until(), lease.importId(), clock.millis())
            .update()
        == 1;
  }

  /**
   * Keeps an import for another while.
   *
   * @throws Lease.LostException if it is another instance's, or over
   */
  void renew(Lease lease) {
    int renewed =
        db.sql(
                """
                UPDATE fitment_import SET lease_until = ?
                WHERE id = ? AND lease_owner = ? AND state = 'RUNNING'""")
            .params(until(), lease.importId(), lease.owner())
            .update();
    if (renewed == 0) {
      throw new Lease.LostException(lease);
    }
  }

  /**
   * Gives up what this instance has, so that it or another one goes on at once. Whoever still works
   * on it here has lost it.
   */
  void releaseAll() {
    db.sql(
            """
            UPDATE fitment_import SET lease_owner = '', lease_until = 0
            WHERE lease_owner = ? AND state = 'RUNNING'""")
        .param(owner)
        .update();
  }

  Lease of(String importId) {
    return new Lease(importId, owner);
  }

  private long until() {
    return clock.millis() + leaseMillis;
  }
}
