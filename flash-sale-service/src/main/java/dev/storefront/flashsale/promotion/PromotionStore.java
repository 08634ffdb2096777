package dev.storefront.flashsale.promotion;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Promotions in MySQL. What is asked for again and again names its index: of those that are ordered
 * by their id MySQL would else look at all there ever were.
 */
@Repository
class PromotionStore {

  private static final String SELECT = "SELECT * FROM promotion WHERE promotion_id = ?";

  private final JdbcClient jdbc;

  PromotionStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** False if the id is taken. */
  boolean insert(Promotion p, Instant now) {
    try {
      jdbc.sql(
              """
              INSERT INTO promotion (promotion_id, sku_id, quota, starts_at, ends_at, price_kind,
                list_price, amount, limit_per, limit_max, limit_max_pin, rate_max,
                rate_window_seconds, payment_timeout_seconds, buckets, created_at)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
              """)
          .params(
              p.promotionId(),
              p.skuId(),
              p.quota(),
              p.startsAt().toEpochMilli(),
              p.endsAt().toEpochMilli(),
              p.price().kind().name(),
              p.price().listPrice(),
              p.price().amount(),
              p.limit().per().name(),
              p.limit().max(),
              p.limit().maxPerPin(),
              p.rate().max(),
              p.rate().windowSeconds(),
              p.paymentTimeout().toSeconds(),
              p.buckets().count(),
              now.toEpochMilli())
          .update();
      return true;
    } catch (DuplicateKeyException taken) {
      return false;
    }
  }

  Optional<StoredPromotion> find(long promotionId) {
    return jdbc.sql(SELECT).param(promotionId).query(PromotionStore::map).optional();
  }

  /** Finds it and keeps others from changing it until the transaction ends. */
  Optional<StoredPromotion> lock(long promotionId) {
    return jdbc.sql(SELECT + " FOR UPDATE")
        .param(promotionId)
        .query(PromotionStore::map)
        .optional();
  }

  void approved(long promotionId, Instant now) {
    jdbc.sql("UPDATE promotion SET approved_at = ? WHERE promotion_id = ?")
        .params(now.toEpochMilli(), promotionId)
        .update();
  }

  void stopped(long promotionId, Instant now) {
    jdbc.sql("UPDATE promotion SET stopped_at = ? WHERE promotion_id = ?")
        .params(now.toEpochMilli(), promotionId)
        .update();
  }

  /** Approved promotions that ended at {@code since} or later, or go on, by their id. */
  List<Long> approvedSince(Instant since, long afterId, int max) {
    return jdbc.sql(
            """
            SELECT promotion_id FROM promotion FORCE INDEX (by_time)
            WHERE promotion_id > ? AND approved_at IS NOT NULL AND ends_at >= ?
            ORDER BY promotion_id LIMIT ?\
            """)
        .params(afterId, since.toEpochMilli(), max)
        .query(Long.class)
        .list();
  }

  /** Approved promotions that go on or are to come, by their id. */
  List<StoredPromotion> approvedAndNotOver(Instant now, long afterId, int max) {
    return jdbc.sql(
            """
            SELECT * FROM promotion FORCE INDEX (by_time)
            WHERE promotion_id > ? AND approved_at IS NOT NULL AND stopped_at IS NULL
              AND ends_at > ?
            ORDER BY promotion_id LIMIT ?\
            """)
        .params(afterId, now.toEpochMilli(), max)
        .query(PromotionStore::map)
        .list();
  }

  /** Approved promotions that have begun and whose end nobody was told yet, by their id. */
  List<StoredPromotion> begunAndNotOver(Instant now, long afterId, int max) {
    return jdbc.sql(
            """
            SELECT * FROM promotion FORCE INDEX (untold)
            WHERE end_announced_at IS NULL AND promotion_id > ? AND approved_at IS NOT NULL
              AND (starts_at <= ? OR stopped_at IS NOT NULL)
            ORDER BY promotion_id LIMIT ?\
            """)
        .params(afterId, now.toEpochMilli(), max)
        .query(PromotionStore::map)
        .list();
  }

  /**
   * @param change how many prices have been told with this one
   */
  void priceAnnounced(long promotionId, BigDecimal price, int change) {
    jdbc.sql("UPDATE promotion SET announced_price = ?, price_changes = ? WHERE promotion_id = ?")
        .params(price, change, promotionId)
        .update();
  }

  void endAnnounced(long promotionId, Instant now) {
    jdbc.sql("UPDATE promotion SET end_announced_at = ? WHERE promotion_id = ?")
        .params(now.toEpochMilli(), promotionId)
        .update();
  }

  /** Approved promotions of several buckets that ended at {@code since} or later, or go on. */
  List<Long> hotSince(Instant since, long afterId, int max) {
    return jdbc.sql(
            """
            SELECT promotion_id FROM promotion FORCE INDEX (by_time)
            WHERE promotion_id > ? AND approved_at IS NOT NULL AND ends_at >= ? AND buckets > 1
            ORDER BY promotion_id LIMIT ?\
            """)
        .params(afterId, since.toEpochMilli(), max)
        .query(Long.class)
        .list();
  }

  private static StoredPromotion map(ResultSet row, int index) throws SQLException {
    Promotion.Limit limit =
        new Promotion.Limit(
            Promotion.Limit.Per.valueOf(row.getString("limit_per")),
            row.getInt("limit_max"),
            row.getInt("limit_max_pin"));
    Promotion terms =
        new Promotion(
            row.getLong("promotion_id"),
            row.getLong("sku_id"),
            row.getInt("quota"),
            Instant.ofEpochMilli(row.getLong("starts_at")),
            Instant.ofEpochMilli(row.getLong("ends_at")),
            new Price(
                Price.Kind.valueOf(row.getString("price_kind")),
                row.getBigDecimal("list_price"),
                row.getBigDecimal("amount")),
            limit,
            new Promotion.Rate(row.getInt("rate_max"), row.getInt("rate_window_seconds")),
            Duration.ofSeconds(row.getLong("payment_timeout_seconds")),
            Buckets.of(row.getInt("quota"), row.getInt("buckets"), limit.per()));
    BigDecimal announced = row.getBigDecimal("announced_price");
    return new StoredPromotion(
        terms,
        time(row, "approved_at"),
        time(row, "stopped_at"),
        announced == null ? terms.price().listPrice() : announced,
        row.getInt("price_changes"),
        time(row, "end_announced_at"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
