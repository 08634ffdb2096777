package dev.storefront.flashsale.ledger;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * When what entries say happened first. A payment or cancellation that is repeated, or carried out
 * by the sweep, sends an entry of the same id at another time: MySQL keeps the first one's.
 */
@Repository
class FirstTimes {

  private static final String ROWS =
      """
      SELECT order_id, promotion_id, attempt, kind, occurred_at FROM grab_ledger
      WHERE order_id IN (%s)\
      """;

  private final JdbcTemplate jdbc;

  FirstTimes(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The same entries, in this order, with the times of their rows, where there are any. Grabs,
   * which are many at a time, are not looked up: it is rare that two calls send the same one.
   */
  List<LedgerEntry> of(List<LedgerEntry> entries) {
    Object[] orders =
        entries.stream()
            .filter(entry -> entry.kind() != Kind.GRAB)
            .map(LedgerEntry::orderId)
            .distinct()
            .toArray();
    if (orders.length == 0) {
      return entries;
    }
    Map<String, Long> times = new HashMap<>();
    jdbc.query(
        ROWS.formatted(String.join(", ", Collections.nCopies(orders.length, "?"))),
        row -> {
          times.put(
              LedgerEntry.idOf(
                  Kind.valueOf(row.getString("kind")),
                  row.getString("order_id"),
                  row.getLong("promotion_id"),
                  row.getLong("attempt")),
              row.getLong("occurred_at"));
        },
        orders);
    return entries.stream()
        .map(entry -> entry.at(times.getOrDefault(entry.rowId(), entry.occurredAt())))
        .toList();
  }
}
