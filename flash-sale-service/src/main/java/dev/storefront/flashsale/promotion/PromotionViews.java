package dev.storefront.flashsale.promotion;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.FlashSaleProperties;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Shows promotions with what is left of them: as Redis says. Where it does not know, the ledger
 * does; of those that Redis ought to keep only once it has all that was acknowledged.
 */
@Component
class PromotionViews {

  private final SaleRecord record;
  private final RecentBooks books;
  private final FlashSaleProperties properties;
  private final Clock clock;

  PromotionViews(
      SaleRecord record, RecentBooks books, FlashSaleProperties properties, Clock clock) {
    this.record = record;
    this.books = books;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * One promotion.
   *
   * @param all true for operators, false without what only they need
   * @throws BackendUnavailableException if Redis is away, or does not know what is left and the
   *     ledger is behind
   */
  PromotionView of(StoredPromotion stored, boolean all) {
    Optional<Quota> inRedis =
        stored.isApproved() ? record.quota(stored.terms().promotionId()) : Optional.empty();
    return views(Map.of(stored, inRedis), all).get(0);
  }

  /**
   * A page of them for operators, who need it most while a Redis is away: then the ledger tells.
   *
   * @throws BackendUnavailableException if Redis does not tell, and the ledger is behind
   */
  List<PromotionView> of(List<StoredPromotion> page) {
    Map<StoredPromotion, CompletableFuture<Optional<Quota>>> asked = new LinkedHashMap<>();
    page.forEach(stored -> asked.put(stored, quotaOrNone(stored)));
    Map<StoredPromotion, Optional<Quota>> inRedis = new LinkedHashMap<>();
    asked.forEach((stored, quota) -> inRedis.put(stored, quota.join()));
    return views(inRedis, true);
  }

  private CompletableFuture<Optional<Quota>> quotaOrNone(StoredPromotion stored) {
    return stored.isApproved()
        ? record.askQuota(stored.terms().promotionId()).exceptionally(away -> Optional.empty())
        : CompletableFuture.completedFuture(Optional.empty());
  }

  private List<PromotionView> views(Map<StoredPromotion, Optional<Quota>> inRedis, boolean all) {
    Instant now = clock.instant();
    Map<Long, Long> reserved =
        books.reservedNow(
            inRedis.entrySet().stream()
                .filter(each -> !tells(each.getValue()) && isKept(each.getKey(), now))
                .map(each -> each.getKey().terms().promotionId())
                .toList());
    return inRedis.entrySet().stream()
        .map(
            each ->
                PromotionView.of(
                    each.getKey(), units(each.getKey(), each.getValue(), reserved), now, all))
        .toList();
  }

  private static boolean tells(Optional<Quota> inRedis) {
    return inRedis.filter(quota -> !quota.recovering()).isPresent();
  }

  /** True if Redis ought to have it, so that orders of it may be on their way. */
  private boolean isKept(StoredPromotion stored, Instant now) {
    return stored.isApproved()
        && !stored.terms().endsAt().isBefore(now.minus(properties.retention()));
  }

  /**
   * Of one answer, also while Redis has yet to get a top-up that MySQL has, or this instance to
   * hear of one that Redis has.
   */
  private Quota units(
      StoredPromotion stored, Optional<Quota> inRedis, Map<Long, Long> reservedNow) {
    Promotion terms = stored.terms();
    int quota = terms.quota();
    if (!stored.isApproved()) {
      return new Quota(quota, quota, false);
    }
    if (tells(inRedis)) {
      return inRedis.orElseThrow();
    }
    Long reserved = reservedNow.get(terms.promotionId());
    long held = reserved == null ? books.reserved(terms.promotionId()) : reserved;
    return new Quota(quota, (int) Math.max(0, quota - held), true);
  }
}
