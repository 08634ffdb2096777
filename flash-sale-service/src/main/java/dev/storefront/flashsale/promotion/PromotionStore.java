package dev.storefront.flashsale.promotion;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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

  private static final String ALL = "promotion FORCE INDEX (untold)";

  private static final String DUE =
      """
      (SELECT promotion_id FROM promotion WHERE price_due_at <= :now
        UNION SELECT promotion_id FROM promotion WHERE end_due_at <= :now
        UNION SELECT promotion_id FROM promotion WHERE promotion_id IN (:touched)) AS due
      JOIN promotion USING (promotion_id)\
      """;

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
                rate_window_seconds, payment_timeout_seconds, buckets, opening_quota, created_at)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
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
              p.quota(),
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

  /**
   * Changes what operators may change of a promotion; to be called with its row locked.
   *
   * @param pausedAt null if it goes on
   */
  void change(long promotionId, int quota, Instant endsAt, @Nullable Instant pausedAt) {
    jdbc.sql(
            """
            UPDATE promotion SET quota = :quota, ends_at = :endsAt, paused_at = :pausedAt,
              terms_version = terms_version + 1
            WHERE promotion_id = :id\
            """)
        .param("quota", quota)
        .param("endsAt", endsAt.toEpochMilli())
        .param("pausedAt", pausedAt == null ? null : pausedAt.toEpochMilli())
        .param("id", promotionId)
        .update();
  }

  /** How many units were added to a promotion with that key, empty if it is a new one. */
  Optional<Integer> topUp(long promotionId, String key) {
    return jdbc.sql(
            "SELECT quantity FROM promotion_top_up WHERE promotion_id = ? AND idempotency_key = ?")
        .params(promotionId, key)
        .query(Integer.class)
        .optional();
  }

  /** Notes that units were added with that key. */
  void toppedUp(long promotionId, String key, int quantity, Instant now) {
    jdbc.sql("INSERT INTO promotion_top_up VALUES (?, ?, ?, ?)")
        .params(promotionId, key, quantity, now.toEpochMilli())
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

  /**
   * Approved promotions in the order in which they end, page by page.
   *
   * @param endsAt of the last one of the page before; for the first page, when they end at the
   *     earliest
   * @param afterId the last one of the page before, 0 for the first
   * @param buckets that they have at least
   */
  List<StoredPromotion> approvedByEnd(Instant endsAt, long afterId, int buckets, int max) {
    return jdbc.sql(
            """
            SELECT * FROM promotion
            WHERE ends_at >= :end AND (ends_at > :end OR promotion_id > :id)
              AND approved_at IS NOT NULL AND buckets >= :buckets
            ORDER BY ends_at, promotion_id LIMIT :max\
            """)
        .param("end", endsAt.toEpochMilli())
        .param("id", afterId)
        .param("buckets", buckets)
        .param("max", max)
        .query(PromotionStore::map)
        .list();
  }

  /**
   * Approved promotions that have begun and whose end nobody was told yet, by their id.
   *
   * @param touched null for all; else only those that were never told of, are over, or are among
   *     these, at least one: others are not read
   */
  List<StoredPromotion> begunAndNotOver(
      Instant now, @Nullable Collection<Long> touched, long afterId, int max) {
    return jdbc.sql(
            """
            SELECT promotion.* FROM %s
            WHERE end_announced_at IS NULL AND promotion_id > :id AND approved_at IS NOT NULL
              AND (starts_at <= :now OR stopped_at IS NOT NULL)
            ORDER BY promotion_id LIMIT :max\
            """
                .formatted(touched == null ? ALL : DUE))
        .param("id", afterId)
        .param("now", now.toEpochMilli())
        .param("touched", touched == null ? List.of() : touched)
        .param("max", max)
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

  /** The promotion of a row that has all columns. */
  static StoredPromotion map(ResultSet row, int index) throws SQLException {
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
            Buckets.of(row.getInt("opening_quota"), row.getInt("buckets"), limit.per()));
    BigDecimal announced = row.getBigDecimal("announced_price");
    return new StoredPromotion(
        terms,
        Instant.ofEpochMilli(row.getLong("created_at")),
        time(row, "approved_at"),
        time(row, "stopped_at"),
        time(row, "paused_at"),
        row.getLong("terms_version"),
        announced == null ? terms.price().listPrice() : announced,
        row.getInt("price_changes"),
        time(row, "end_announced_at"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
