package dev.storefront.flashsale.promotion;

import dev.storefront.common.web.Cursor;
import dev.storefront.flashsale.promotion.PromotionStore.Place;
import dev.storefront.flashsale.promotion.PromotionStore.Placed;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lists promotions for operators. */
@Component
class PromotionList {

  private final PromotionStore store;
  private final PromotionAdministration administration;
  private final Clock clock;

  PromotionList(PromotionStore store, PromotionAdministration administration, Clock clock) {
    this.store = store;
    this.administration = administration;
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
    Place after = cursor == null ? Place.FIRST : decode(Cursor.decode(list, cursor));
    List<Placed> found = store.newest(state, skuId, clock.instant(), after, limit + 1);
    List<Placed> page = found.subList(0, Math.min(limit, found.size()));
    // Between MySQL's look and Redis' a sale may begin or end: what is shown is what was asked for.
    List<PromotionView> views =
        administration.views(page.stream().map(Placed::promotion).toList()).stream()
            .filter(view -> state == null || view.state() == state)
            .toList();
    return new PromotionPage(
        views, found.size() > limit ? encode(list, page.get(limit - 1).place()) : null);
  }

  private static String encode(String list, Place place) {
    return Cursor.encode(list, place.createdAt() + ":" + place.promotionId());
  }

  private static Place decode(String position) {
    String[] parts = position.split(":", 2);
    return new Place(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }
}
