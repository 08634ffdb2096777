package dev.storefront.flashsale.ledger;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.promotion.Books;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * The ledger in MySQL, behind by as much as the consumer is, usually milliseconds. All writes may
 * be repeated and reordered: a row is there once, and an item's status only moves forward, by
 * attempt and then GRABBED, PAID, CANCELLED. An attempt that a later one has replaced is cancelled,
 * so that the rows and the items come to the same.
 */
@Repository
public class LedgerStore implements Books {

  /**
   * Entries as one parameter, a JSON array. What is longer than a column here would be null or cut:
   * so these are longer than the tables', which then refuse it. Their names are none of the
   * tables', so that those stay plain. A pin may have any character.
   */
  private static final String ENTRIES =
      """
      JSON_TABLE(?, '$[*]' COLUMNS (
        its_order_id     VARCHAR(255)  PATH '$.orderId',
        its_promotion_id BIGINT        PATH '$.promotionId',
        its_attempt      BIGINT        PATH '$.attempt',
        its_kind         VARCHAR(255)  PATH '$.kind',
        its_quantity     INT           PATH '$.quantity',
        its_items        VARCHAR(1000) PATH '$.items',
        its_remaining    INT           PATH '$.remaining',
        its_pin          VARCHAR(255)  CHARACTER SET utf8mb4 PATH '$.pin',
        its_ip           VARCHAR(255)  PATH '$.ip',
        its_reason       VARCHAR(255)  PATH '$.reason',
        its_expires_at   BIGINT        PATH '$.expiresAt',
        its_occurred_at  BIGINT        PATH '$.occurredAt')) AS entry\
      """;

  /**
   * With a CANCEL goes its GRAB, which may not reach the topic: together they come to nothing. In
   * one order, so that of two who write the same rows none waits for the other in vain.
   */
  private static final String ROW =
      """
      INSERT INTO grab_ledger (order_id, promotion_id, attempt, kind, quantity, pin, ip, reason,
        occurred_at)
      SELECT its_order_id, its_promotion_id, its_attempt, IF(of_its_grab, 'GRAB', its_kind),
        its_quantity, its_pin, its_ip, IF(of_its_grab, NULL, its_reason), its_occurred_at
      FROM %s
      JOIN (SELECT 0 AS of_its_grab UNION ALL SELECT 1) AS each_row
        ON of_its_grab = 0 OR its_kind = 'CANCEL'
      ORDER BY its_order_id, its_promotion_id, its_attempt, of_its_grab DESC
      ON DUPLICATE KEY UPDATE order_id = order_id\
      """
          .formatted(ENTRIES);

  // MySQL assigns from left to right: whatever compares attempts comes before attempt itself.
  private static final String ITEM =
      """
      INSERT INTO grab_item (order_id, promotion_id, attempt, status, quantity, items, remaining,
        pin, ip, reason, expires_at)
      SELECT its_order_id, its_promotion_id, its_attempt,
        CASE its_kind WHEN 'GRAB' THEN 'GRABBED' WHEN 'PAY' THEN 'PAID' ELSE 'CANCELLED' END,
        its_quantity, its_items, its_remaining, its_pin, its_ip, its_reason, its_expires_at
      FROM %s
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
      """
          .formatted(ENTRIES);

  private final JdbcTemplate jdbc;
  private final EventJson json;
  private final ReplacedAttempts attempts;

  LedgerStore(JdbcTemplate jdbc, EventJson json, ReplacedAttempts attempts) {
    this.jdbc = jdbc;
    this.json = json;
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
    String all = json(entries);
    jdbc.update(ROW, all);
    jdbc.update(ITEM, all);
    List<LedgerEntry> replaced = attempts.replacedBy(entries);
    if (!replaced.isEmpty()) {
      jdbc.update(ROW, json(replaced));
    }
    return replaced;
  }

  private String json(List<LedgerEntry> entries) {
    return new String(json.write(entries), StandardCharsets.UTF_8);
  }

  /** An order's items by promotion, empty if the ledger has none. */
  public List<LedgerItem> itemsOf(String orderId) {
    return jdbc.query(
        "SELECT * FROM grab_item WHERE order_id = ? ORDER BY promotion_id",
        LedgerItem::map,
        orderId);
  }

  /** The same of several orders, some thousand at most; those without items are left out. */
  public Map<String, List<LedgerItem>> itemsOf(Collection<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Map.of();
    }
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

  /**
   * Orders' items of a promotion by order id, page by page.
   *
   * @param afterOrderId the last of the page before, empty for the first
   */
  public List<LedgerItem> itemsAfter(long promotionId, String afterOrderId, int max) {
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
   * The same without attempts that came to nothing.
   *
   * @param status GRABBED, PAID or CANCELLED, null for any
   */
  public List<LedgerItem> ordersAfter(
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

  /** Units that orders hold, grabbed or paid, counted order by order. */
  public long held(long promotionId) {
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
  public LedgerTotals totalsOf(long promotionId) {
    return totalsOf(List.of(promotionId)).getOrDefault(promotionId, LedgerTotals.NONE);
  }

  /** The same for several; those without entries have zeros. */
  public Map<Long, LedgerTotals> totalsOf(Collection<Long> promotionIds) {
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

  /**
   * What entries say was grabbed, less what they say was cancelled; {@link #held} goes by orders.
   */
  @Override
  public long reserved(long promotionId) {
    return totalsOf(promotionId).taken();
  }

  private static String places(Collection<?> values) {
    return values.stream().map(value -> "?").collect(Collectors.joining(", "));
  }
}
