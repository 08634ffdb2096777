package dev.storefront.flashsale.ledger;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Attempts of orders that later ones have replaced. An order begins anew only once its attempt has
 * been released, so of each promotion it has one at most that holds units.
 */
@Repository
class ReplacedAttempts {

  private static final String REPLACED =
      """
      SELECT earlier.* FROM grab_item item JOIN grab_ledger earlier
        ON earlier.order_id = item.order_id AND earlier.promotion_id = item.promotion_id
          AND earlier.attempt < item.attempt AND earlier.kind = 'GRAB'
      WHERE item.order_id IN (%s)\
      """;

  private final JdbcTemplate jdbc;

  ReplacedAttempts(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The cancellations of all such attempts of these orders. To be called once the items are
   * written, and so are locked: of two who write an order at once the later one sees both attempts.
   *
   * @param entries 1 or more
   */
  List<LedgerEntry> replacedBy(List<LedgerEntry> entries) {
    Object[] orders = entries.stream().map(LedgerEntry::orderId).distinct().toArray();
    return jdbc.query(
        REPLACED.formatted(String.join(", ", Collections.nCopies(orders.length, "?"))),
        ReplacedAttempts::cancellation,
        orders);
  }

  private static LedgerEntry cancellation(ResultSet row, int index) throws SQLException {
    String order = row.getString("order_id");
    long promotion = row.getLong("promotion_id");
    long attempt = row.getLong("attempt");
    return new LedgerEntry(
        LedgerEntry.idOf(Kind.CANCEL, order, promotion, attempt),
        Kind.CANCEL,
        promotion,
        order,
        attempt,
        row.getInt("quantity"),
        null,
        null,
        row.getString("pin"),
        row.getString("ip"),
        null,
        null,
        row.getLong("occurred_at"));
  }
}
