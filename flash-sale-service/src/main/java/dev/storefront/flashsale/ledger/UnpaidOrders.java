package dev.storefront.flashsale.ledger;

import static dev.storefront.common.database.DatabaseClock.NOW;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What was not paid in time, as the ledger's index by expiry has it. */
@Repository
class UnpaidOrders {

  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);

  private final JdbcTemplate jdbc;

  UnpaidOrders(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Items that should have been paid by {@code now} and are neither paid nor cancelled, those whose
   * time was over first before others.
   *
   * @param last where the page before ended
   */
  private List<LedgerItem> unpaid(Instant now, Place last, int max) {
    return jdbc.query(
        """
        SELECT * FROM grab_item
        WHERE status = 'GRABBED' AND expires_at >= ? AND expires_at <= ?
          AND (expires_at > ? OR order_id > ?)
        ORDER BY expires_at, order_id LIMIT ?\
        """,
        LedgerItem::map,
        last.expiresAt(),
        now.toEpochMilli(),
        last.expiresAt(),
        last.orderId(),
        max);
  }

  /** What had to be paid longest ago, by {@code now}. */
  Optional<LedgerItem> oldest(Instant now) {
    return unpaid(now, Place.FIRST, 1).stream().findFirst();
  }

  /**
   * The next page of what was not paid in time, for whichever instance asks: all go through it
   * together, round after round, which begin a second apart at least. To be called in a
   * transaction.
   */
  List<LedgerItem> next(Instant now, int max) {
    List<Place> last =
        jdbc.query(
            "SELECT expires_at, order_id FROM unpaid_round WHERE id = 1 AND ended_at < "
                + NOW
                + " - ? FOR UPDATE",
            (row, index) -> new Place(row.getLong("expires_at"), row.getString("order_id")),
            BETWEEN_ROUNDS.toMillis());
    if (last.isEmpty()) {
      return List.of();
    }
    List<LedgerItem> page = unpaid(now, last.get(0), max);
    boolean ends = page.size() < max;
    Place next = ends ? Place.FIRST : Place.of(page.get(page.size() - 1));
    jdbc.update(
        "UPDATE unpaid_round SET expires_at = ?, order_id = ?, ended_at = "
            + (ends ? NOW : "0")
            + " WHERE id = 1",
        next.expiresAt(),
        next.orderId());
    return page;
  }

  /** How far a round is. */
  private record Place(long expiresAt, String orderId) {

    static final Place FIRST = new Place(0, "");

    static Place of(LedgerItem item) {
      return new Place(Objects.requireNonNull(item.expiresAt()).toEpochMilli(), item.orderId());
    }
  }
}
