package dev.storefront.flashsale.ledger;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * The ledger in MySQL. All writes may be repeated and reordered: a row is there once, and an item's
 * status only moves forward, by attempt and then GRABBED, PAID, CANCELLED. An attempt that a later
 * one has replaced is cancelled, so that the rows and the items come to the same.
 */
@Repository
class LedgerStore {

  private static final String ROW =
      """
      INSERT INTO grab_ledger (order_id, promotion_id, attempt, kind, quantity, pin, ip, reason,
        occurred_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE order_id = order_id\
      """;

  // MySQL assigns from left to right: whatever compares attempts comes before attempt itself.
  private static final String ITEM =
      """
      INSERT INTO grab_item (order_id, promotion_id, attempt, status, quantity, items, remaining,
        pin, ip, reason, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        status = IF(VALUES(attempt) > attempt OR (VALUES(attempt) = attempt
            AND FIELD(VALUES(status), 'GRABBED', 'PAID', 'CANCELLED')
              > FIELD(status, 'GRABBED', 'PAID', 'CANCELLED')), VALUES(status), status),
        quantity = IF(VALUES(attempt) > attempt, VALUES(quantity), quantity),
        items = IF(VALUES(attempt) > attempt, VALUES(items),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(items), items), items)),
        pin = IF(VALUES(attempt) > attempt, VALUES(pin), pin),
        ip = IF(VALUES(attempt) > attempt, VALUES(ip), ip),
        remaining = IF(VALUES(attempt) > attempt, VALUES(remaining),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(remaining), remaining), remaining)),
        expires_at = IF(VALUES(attempt) > attempt, VALUES(expires_at),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(expires_at), expires_at), expires_at)),
        reason = IF(VALUES(attempt) > attempt, VALUES(reason),
          IF(VALUES(attempt) = attempt, COALESCE(VALUES(reason), reason), reason)),
        attempt = GREATEST(attempt, VALUES(attempt))\
      """;

  private final JdbcTemplate jdbc;
  private final ReplacedAttempts attempts;

  LedgerStore(JdbcTemplate jdbc, ReplacedAttempts attempts) {
    this.jdbc = jdbc;
    this.attempts = attempts;
  }

  /**
   * Writes entries; to be called in a transaction that has read nothing but with locks.
   *
   * @return the cancellations of earlier attempts that later ones of the same orders replace,
   *     whether they were there before or not
   */
  List<LedgerEntry> write(List<LedgerEntry> entries) {
    if (entries.isEmpty()) {
      return List.of();
    }
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
    List<LedgerEntry> replaced = attempts.replacedBy(entries);
    if (!replaced.isEmpty()) {
      jdbc.batchUpdate(ROW, replaced.stream().map(e -> row(e, e.kind(), e.reason())).toList());
    }
    return replaced;
  }

  /** An order's items by promotion, empty if the ledger has none. */
  List<LedgerItem> itemsOf(String orderId) {
    return jdbc.query(
        "SELECT * FROM grab_item WHERE order_id = ? ORDER BY promotion_id",
        LedgerItem::map,
        orderId);
  }

  /** The same of several orders, those without items left out. */
  Map<String, List<LedgerItem>> itemsOf(Collection<String> orderIds) {
    String ids = places(orderIds);
    return jdbc
        .query(
            "SELECT * FROM grab_item WHERE order_id IN (" + ids + ") ORDER BY promotion_id",
            LedgerItem::map,
            orderIds.toArray())
        .stream()
        .collect(Collectors.groupingBy(LedgerItem::orderId));
  }

  /** One order's items, kept from being changed by others until the transaction ends. */
  List<LedgerItem> lock(String orderId) {
    return jdbc.query(
        "SELECT * FROM grab_item WHERE order_id = ? ORDER BY promotion_id FOR UPDATE",
        LedgerItem::map,
        orderId);
  }

  /** Orders' items of a promotion by order id. */
  List<LedgerItem> itemsAfter(long promotionId, String afterOrderId, int max) {
    return jdbc.query(
        """
        SELECT * FROM grab_item WHERE promotion_id = ? AND order_id > ?
        ORDER BY order_id LIMIT ?\
        """,
        LedgerItem::map,
        promotionId,
        afterOrderId,
        max);
  }

  /**
   * Orders' items of a promotion by order id, without attempts that came to nothing.
   *
   * @param status null for any
   */
  List<LedgerItem> ordersAfter(
      long promotionId, @Nullable String status, String afterOrderId, int max) {
    return jdbc.query(
        """
        SELECT * FROM grab_item
        WHERE promotion_id = ? AND order_id > ? AND (? IS NULL OR status = ?)
          AND (status <> 'CANCELLED' OR reason IS NOT NULL)
        ORDER BY order_id LIMIT ?\
        """,
        LedgerItem::map,
        promotionId,
        afterOrderId,
        status,
        status,
        max);
  }

  /** Units that orders hold, counted order by order. */
  long held(long promotionId) {
    Long sum =
        jdbc.queryForObject(
            """
            SELECT COALESCE(SUM(quantity), 0) FROM grab_item
            WHERE promotion_id = ? AND status <> 'CANCELLED'\
            """,
            Long.class,
            promotionId);
    return sum == null ? 0 : sum;
  }

  /** What the entries of a promotion come to. */
  LedgerTotals totals(long promotionId) {
    return totals(List.of(promotionId)).getOrDefault(promotionId, LedgerTotals.NONE);
  }

  /** The same for several; those without entries have zeros. */
  Map<Long, LedgerTotals> totals(Collection<Long> promotionIds) {
    Map<Long, LedgerTotals> totals = new HashMap<>();
    promotionIds.forEach(id -> totals.put(id, LedgerTotals.NONE));
    String ids = places(promotionIds);
    jdbc.query(
        "SELECT promotion_id, kind, SUM(quantity) AS units FROM grab_ledger"
            + " WHERE kind IN ('GRAB', 'CANCEL') AND promotion_id IN ("
            + ids
            + ") GROUP BY promotion_id, kind",
        row -> {
          long units = row.getLong("units");
          boolean grabbed = Kind.valueOf(row.getString("kind")) == Kind.GRAB;
          totals.computeIfPresent(
              row.getLong("promotion_id"),
              (id, total) -> grabbed ? total.plusGrabbed(units) : total.plusCancelled(units));
        },
        promotionIds.toArray());
    return totals;
  }

  private static String places(Collection<?> values) {
    return values.stream().map(value -> "?").collect(Collectors.joining(", "));
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
      e.items(),
      e.remaining(),
      e.pin(),
      e.ip(),
      e.reason(),
      e.expiresAt()
    };
  }
}
