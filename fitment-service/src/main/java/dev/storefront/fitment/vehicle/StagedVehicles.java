package dev.storefront.fitment.vehicle;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Lines of imports under way. Of a vehicle that stands in a file twice, the last line counts. */
@Repository
class StagedVehicles {

  private static final Logger log = LoggerFactory.getLogger(StagedVehicles.class);
  private static final Duration ABANDONED_AFTER = Duration.ofDays(1);
  private static final int DELETED_AT_ONCE = 5_000;

  /** Of an import's number; the others are its time, in milliseconds since 1970. */
  private static final int RANDOM_BITS = 20;

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final Clock clock;

  StagedVehicles(JdbcClient db, JdbcTemplate batches, Clock clock) {
    this.db = db;
    this.batches = batches;
    this.clock = clock;
  }

  /** A number for an import, the higher the later; nothing is written. */
  long open() {
    long random = UUID.randomUUID().getMostSignificantBits() >>> Long.SIZE - RANDOM_BITS;
    return firstAt(clock.millis()) + random;
  }

  private static long firstAt(long millis) {
    return millis << RANDOM_BITS;
  }

  void add(long importId, List<VehicleLine> lines) {
    batches.batchUpdate(
        """
        INSERT INTO vehicle_import_line (import_id, vehicle_id, make, model, model_year, trim_name)
        VALUES (?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE make = VALUES(make), model = VALUES(model),
          model_year = VALUES(model_year), trim_name = VALUES(trim_name)\
        """,
        lines.stream()
            .map(
                l ->
                    new Object[] {importId, l.vehicleId(), l.make(), l.model(), l.year(), l.trim()})
            .toList());
  }

  /** The next lines in the order in which new vehicles get their offsets. */
  List<VehicleLine> first(long importId, int limit) {
    return db.sql(
            """
            SELECT vehicle_id, make, model, model_year, trim_name FROM vehicle_import_line
            WHERE import_id = ? ORDER BY make, model, model_year, trim_name, vehicle_id LIMIT ?\
            """)
        .params(importId, limit)
        .query(
            (row, n) ->
                new VehicleLine(
                    row.getInt(1),
                    row.getString(2),
                    row.getString(3),
                    row.getInt(4),
                    row.getString(5)))
        .list();
  }

  void remove(long importId, Collection<Integer> vehicleIds) {
    db.sql("DELETE FROM vehicle_import_line WHERE import_id = :import AND vehicle_id IN (:ids)")
        .param("import", importId)
        .param("ids", vehicleIds)
        .update();
  }

  /** Forgets an import, and those that were abandoned. What cannot be removed now is so later. */
  void close(long importId) {
    try {
      int removed;
      do {
        removed =
            db.sql("DELETE FROM vehicle_import_line WHERE import_id = ? OR import_id < ? LIMIT ?")
                .params(
                    importId, firstAt(clock.millis() - ABANDONED_AFTER.toMillis()), DELETED_AT_ONCE)
                .update();
      } while (removed == DELETED_AT_ONCE);
    } catch (DataAccessException e) {
      log.warn("Lines of import {} stay behind for a day", importId, e);
    }
  }
}
