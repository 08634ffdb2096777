package dev.storefront.flashsale.promotion;

import dev.storefront.common.web.Cursor;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Lists promotions for operators. */
@Component
class PromotionList {

  private final JdbcClient jdbc;
  private final PromotionViews views;
  private final Clock clock;

  PromotionList(JdbcClient jdbc, PromotionViews views, Clock clock) {
    this.jdbc = jdbc;
    this.views = views;
    this.clock = clock;
  }

  /**
   * A page of them, the newest first.
   *
   * @param state null for all
   * @param skuId null for all
   */
  PromotionPage find(
      @Nullable PromotionState state, @Nullable Long skuId, int limit, @Nullable String cursor) {
    String list = "promotions/%s/%s".formatted(state, skuId);
    Place after = cursor == null ? Place.FIRST : Place.of(Cursor.decodeLongs(list, cursor, 2));
    List<StoredPromotion> found = newest(state, skuId, clock.instant(), after, limit + 1);
    List<StoredPromotion> page = found.subList(0, Math.min(limit, found.size()));
    // Between MySQL's look and Redis' a sale may begin or end: what is shown is what was asked for.
    List<PromotionView> shown =
        views.of(page).stream().filter(view -> state == null || view.state() == state).toList();
    return new PromotionPage(
        shown, found.size() > limit ? cursor(list, page.get(limit - 1)) : null);
  }

  private static String cursor(String list, StoredPromotion last) {
    return Cursor.encode(list, last.createdAt().toEpochMilli(), last.terms().promotionId());
  }

  /** A place in the list of all promotions, the newest of which comes first. */
  private record Place(long createdAt, long promotionId) {

    static final Place FIRST = new Place(Long.MAX_VALUE, Long.MAX_VALUE);

    static Place of(long[] createdAtAndId) {
      return new Place(createdAtAndId[0], createdAtAndId[1]);
    }
  }

  /**
   * Promotions that come after a place, the newest first.
   *
   * @param state null for all; ONGOING and SOLD_OUT are not told apart
   * @param skuId null for all
   */
  private List<StoredPromotion> newest(
      @Nullable PromotionState state, @Nullable Long skuId, Instant now, Place after, int max) {
    return jdbc.sql(
            """
            SELECT * FROM promotion
            WHERE (created_at < :createdAt OR (created_at = :createdAt AND promotion_id < :id))
              AND (:skuId IS NULL OR sku_id = :skuId) AND %s
            ORDER BY created_at DESC, promotion_id DESC LIMIT :max\
            """
                .formatted(condition(state)))
        .param("createdAt", after.createdAt())
        .param("id", after.promotionId())
        .param("skuId", skuId)
        .param("now", now.toEpochMilli())
        .param("max", max)
        .query(PromotionStore::map)
        .list();
  }

  private static String condition(@Nullable PromotionState state) {
    String notOver = "stopped_at IS NULL AND ends_at > :now AND ";
    String goesOn = notOver + "paused_at IS NULL AND approved_at IS NOT NULL AND ";
    if (state == null) {
      return "TRUE";
    }
    return switch (state) {
      case STOPPED -> "stopped_at IS NOT NULL";
      case ENDED -> "stopped_at IS NULL AND ends_at <= :now";
      case PAUSED -> notOver + "paused_at IS NOT NULL";
      case PENDING_APPROVAL -> notOver + "paused_at IS NULL AND approved_at IS NULL";
      case SCHEDULED -> goesOn + "starts_at > :now";
      case ONGOING, SOLD_OUT -> goesOn + "starts_at <= :now";
    };
  }
}
