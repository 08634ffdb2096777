package dev.storefront.flashsale.ledger;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * The ledger in MySQL. Both writes may be repeated and reordered: a row is there once, and an
 * item's status only moves forward, by attempt and then GRABBED, PAID, CANCELLED.
 */
@Repository
class LedgerStore {

  private static final String ROW =
      """
      INSERT INTO grab_ledger (order_id, promotion_id, attempt, kind, quantity, pin, ip, reason,
        occurred_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE order_id = order_id""";

  // MySQL assigns from left to right: whatever compares attempts comes before attempt itself.
  private static final String ITEM =
      """
      INSERT INTO grab_item (order_id, promotion_id, attempt, status, quantity, remaining, pin, ip,
        reason, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        status = IF(VALUES(attempt) > attempt OR (VALUES(attempt) = attempt
            AND FIELD(VALUES(status), 'GRABBED', 'PAID', 'CANCELLED')
              > FIELD(status, 'GRABBED', 'PAID', 'CANCELLED')), VALUES(status), status),
        quantity = IF(VALUES(attempt) > attempt, VALUES(quantity), quantity),
        pin = IF(VALUES(attempt) > attempt, VALUES(pin), pin),
        ip = IF(VALUES(attempt) > attempt, VALUES(ip), ip),
        remaining = IF(VALUES(attempt) > attempt, VALUES(remaining),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(remaining), remaining), remaining)),
        expires_at = IF(VALUES(attempt) > attempt, VALUES(expires_at),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(expires_at), expires_at), expires_at)),
        reason = IF(VALUES(attempt) > attempt, VALUES(reason),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(reason), reason), reason)),
        attempt = GREATEST(attempt, VALUES(attempt))""";

  private final JdbcTemplate jdbc;

  LedgerStore(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Writes entries; to be called in a transaction. */
  void write(List<LedgerEntry> entries) {
    List<Object[]> rows = new ArrayList<>();
    List<Object[]> items = new ArrayList<>();
    for (LedgerEntry entry : entries) {
      if (entry.kind() == Kind.CANCEL) {
        // Whether or not its GRAB reached the topic: together they come to nothing.
        rows.add(row(entry, Kind.GRAB, null));
      }
      rows.add(row(entry, entry.kind(), entry.reason()));
      items.add(item(entry));
    }
    jdbc.batchUpdate(ROW, rows);
    jdbc.batchUpdate(ITEM, items);
  }

  /** What should have been paid by {@code now} and is neither paid nor cancelled. */
  List<Unpaid> unpaid(Instant now, int max) {
    return jdbc.query(
        """
        SELECT DISTINCT order_id, attempt FROM grab_item
        WHERE status = 'GRABBED' AND expires_at <= ?
        LIMIT ?""",
        (row, index) -> new Unpaid(row.getString("order_id"), row.getLong("attempt")),
        now.toEpochMilli(),
        max);
  }

  /** An order's items by promotion, empty if the ledger has none. */
  List<LedgerItem> itemsOf(String orderId) {
    return jdbc.query(
        "SELECT * FROM grab_item WHERE order_id = ? ORDER BY promotion_id",
        LedgerItem::map,
        orderId);
  }

  /** The same, kept from being changed by others until the transaction ends. */
  List<LedgerItem> lock(String orderId) {
    return jdbc.query(
        "SELECT * FROM grab_item WHERE order_id = ? ORDER BY promotion_id FOR UPDATE",
        LedgerItem::map,
        orderId);
  }

  /** What the entries of a promotion come to. */
  LedgerTotals totals(long promotionId) {
    long grabbed = units(promotionId, Kind.GRAB);
    long cancelled = units(promotionId, Kind.CANCEL);
    return new LedgerTotals(grabbed, cancelled, grabbed - cancelled);
  }

  private long units(long promotionId, Kind kind) {
    Long sum =
        jdbc.queryForObject(
            "SELECT COALESCE(SUM(quantity), 0) FROM grab_ledger WHERE promotion_id = ? AND kind = ?",
            Long.class,
            promotionId,
            kind.name());
    return sum == null ? 0 : sum;
  }

  private static @Nullable Object[] row(LedgerEntry e, Kind kind, @Nullable String reason) {
    return new @Nullable Object[] {
      e.orderId(),
      e.promotionId(),
      e.attempt(),
      kind.name(),
      e.quantity(),
      e.pin(),
      e.ip(),
      reason,
      e.occurredAt()
    };
  }

  private static @Nullable Object[] item(LedgerEntry e) {
    return new @Nullable Object[] {
      e.orderId(),
      e.promotionId(),
      e.attempt(),
      switch (e.kind()) {
        case GRAB -> "GRABBED";
        case PAY -> "PAID";
        case CANCEL -> "CANCELLED";
      },
      e.quantity(),
      e.remaining(),
      e.pin(),
      e.ip(),
      e.reason(),
      e.expiresAt()
    };
  }
}
