package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.flashsale.SqlEndpoint.Grab;
import dev.storefront.benchmarks.flashsale.SqlEndpoint.Grabbed;
import dev.storefront.benchmarks.flashsale.SqlEndpoint.Item;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * A sale in SQL alone, as one would write it with care: a look that locks nothing tells repeats and
 * what is sold out; who goes on writes the order and what the buyer holds, and takes the units
 * last, so that the promotion's row is locked for the shortest time.
 */
class SqlSale {

  private static final Duration TO_PAY = Duration.ofMinutes(20);

  private final JdbcClient db;
  private final Clock clock;

  SqlSale(JdbcClient db, Clock clock) {
    this.db = db;
    this.clock = clock;
  }

  /**
   * What is known before anything is written.
   *
   * @param earlier what the same order id grabbed before, else null
   */
  private record Look(int left, int limit, @Nullable Earlier earlier) {}

  private record Earlier(Item item, String pin, Instant expiresAt) {}

  /**
   * Takes the units and writes the order, or neither.
   *
   * @throws ProblemException 404, or 409 with the flash sale's codes
   * @throws org.springframework.dao.DuplicateKeyException if the same order came at the same
   *     moment: it can be asked for again
   */
  @Transactional
  Grabbed grab(Grab grab, String pin) {
    Item item = grab.items().get(0);
    Look look = look(grab.orderId(), item.promotionId());
    Earlier earlier = look.earlier();
    if (earlier == null) {
      Instant expiresAt = clock.instant().plus(TO_PAY);
      sell(grab, item, pin, look, expiresAt);
      return answer(grab, expiresAt, true);
    }
    if (earlier.item().equals(item) && earlier.pin().equals(pin)) {
      return answer(grab, earlier.expiresAt(), false);
    }
    throw refused(HttpStatus.CONFLICT, "order-conflict");
  }

  private Look look(String orderId, long promotionId) {
    return db.sql(
            """
            SELECT p.b, p.limit_max, g.promotion_id AS earlier, g.quantity, g.pin,
              g.expires_at
            FROM bench_sale p LEFT JOIN bench_grab g ON g.order_id = ?
            WHERE p.promotion_id = ? AND p.ends_at > ?\
            """)
        .params(orderId, promotionId, Timestamp.from(clock.instant()))
        .query((row, number) -> new Look(row.getInt("b"), row.getInt("limit_max"), earlier(row)))
        .optional()
        .orElseThrow(() -> refused(HttpStatus.NOT_FOUND, "promotion-not-found"));
  }

  private static @Nullable Earlier earlier(ResultSet row) throws SQLException {
    String pin = row.getString("pin");
    return pin == null
        ? null
        : new Earlier(
            new Item(row.getLong("earlier"), row.getInt("quantity")),
            pin,
            row.getTimestamp("expires_at").toInstant());
  }

  private void sell(Grab grab, Item item, String pin, Look look, Instant expiresAt) {
    if (look.left() < item.quantity()) {
      throw refused(HttpStatus.CONFLICT, "sold-out");
    }
    db.sql("INSERT INTO bench_grab VALUES (?, ?, ?, ?, ?, ?)")
        .params(
            grab.orderId(),
            item.promotionId(),
            item.quantity(),
            pin,
            grab.ip(),
            Timestamp.from(expiresAt))
        .update();
    hold(item, pin, look.limit());
    int taken =
        db.sql("UPDATE bench_sale SET b = b - ? WHERE promotion_id = ? AND b >= ?")
            .params(item.quantity(), item.promotionId(), item.quantity())
            .update();
    if (taken == 0) {
      throw refused(HttpStatus.CONFLICT, "sold-out");
    }
  }

  /** Counts the units for the buyer, whose row stays locked until the end. */
  private void hold(Item item, String pin, int limit) {
    int rows =
        db.sql(
                "INSERT INTO bench_holder VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE units = units +"
                    + " ?")
            .params(item.promotionId(), pin, item.quantity(), item.quantity())
            .update();
    int held =
        rows == 1
            ? item.quantity()
            : db.sql("SELECT units FROM bench_holder WHERE promotion_id = ? AND pin = ?")
                .params(item.promotionId(), pin)
                .query(Integer.class)
                .single();
    if (held > limit) {
      throw refused(HttpStatus.CONFLICT, "limit-reached");
    }
  }

  private static Grabbed answer(Grab grab, Instant expiresAt, boolean first) {
    return new Grabbed(grab.orderId(), "GRABBED", expiresAt, grab.items(), first);
  }

  private static ProblemException refused(HttpStatus status, String code) {
    return Problem.of(status, code, "It holds nothing.").toException();
  }
}
