package dev.storefront.flashsale.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What was not paid in time, as the ledger's index by expiry has it. */
@Repository
class UnpaidOrders {

  private static final String NOW = "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";
  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);

  private final JdbcTemplate jdbc;

  UnpaidOrders(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Items that should have been paid by {@code now} and are neither paid nor cancelled, those whose
   * time was over first before others.
   *
   * @param after the last one of the page before
   */
  private List<Unpaid> unpaid(Instant now, Unpaid after, int max) {
    return jdbc.query(
        """
        SELECT order_id, attempt, expires_at FROM grab_item
        WHERE status = 'GRABBED' AND expires_at >= ? AND expires_at <= ?
          AND (expires_at > ? OR order_id > ?)
        ORDER BY expires_at, order_id LIMIT ?\
        """,
        (row, index) ->
            new Unpaid(
                row.getString("order_id"), row.getLong("attempt"), row.getLong("expires_at")),
        after.expiresAt(),
        now.toEpochMilli(),
        after.expiresAt(),
        after.orderId(),
        max);
  }

  /**
   * The next page of what was not paid in time, for whichever instance asks: all go through it
   * together, round after round, which begin a second apart at least. To be called in a
   * transaction.
   */
  List<Unpaid> next(Instant now, int max) {
    Unpaid last =
        Objects.requireNonNullElse(
            jdbc.query(
                "SELECT expires_at, order_id FROM unpaid_round WHERE id = 1 AND ended_at < "
                    + NOW
                    + " - ? FOR UPDATE",
                row ->
                    row.next()
                        ? new Unpaid(row.getString("order_id"), 0, row.getLong("expires_at"))
                        : Unpaid.WAIT,
                BETWEEN_ROUNDS.toMillis()),
            Unpaid.WAIT);
    if (last == Unpaid.WAIT) {
      return List.of();
    }
    List<Unpaid> page = unpaid(now, last, max);
    boolean ends = page.size() < max;
    Unpaid next = ends ? Unpaid.NONE : page.get(page.size() - 1);
    jdbc.update(
        "UPDATE unpaid_round SET expires_at = ?, order_id = ?, ended_at = "
            + (ends ? NOW : "0")
            + " WHERE id = 1",
        next.expiresAt(),
        next.orderId());
    return page;
  }
}
