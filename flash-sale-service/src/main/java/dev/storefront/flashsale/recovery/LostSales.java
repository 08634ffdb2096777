package dev.storefront.flashsale.recovery;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.flashsale.promotion.Promotions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Finds promotions that Redis lost, or of which it may have lost the last writes, and has them
 * rebuilt: those that a grab met within a second, all others that are not over within seconds.
 */
@Component
class LostSales {

  private static final Logger log = LoggerFactory.getLogger(LostSales.class);
  private static final int PAGE = 200;

  private final Promotions promotions;
  private final Recoveries recoveries;
  private final Switch<Boolean> automatic;

  LostSales(Promotions promotions, Recoveries recoveries, Switches switches) {
    this.promotions = promotions;
    this.recoveries = recoveries;
    this.automatic = switches.defineBoolean("automatic-recovery", true);
  }

  @Scheduled(fixedDelay = 1_000)
  void recoverNoted() {
    try {
      recover(promotions.takeLost());
    } catch (RuntimeException e) {
      // The next grab notes them again.
      log.warn("Lost promotions are rebuilt later: {}", e.toString());
    }
  }

  @Scheduled(fixedDelay = 5_000)
  void look() {
    try {
      List<Long> page = promotions.notOver(0, PAGE);
      while (!page.isEmpty() && automatic.get()) {
        recover(lostOf(page));
        page = promotions.notOver(page.get(page.size() - 1), PAGE);
      }
    } catch (RuntimeException e) {
      log.warn("Lost promotions are looked for later: {}", e.toString());
    }
  }

  /** Where Redis does not answer nothing is known to be lost. */
  private Set<Long> lostOf(List<Long> promotionIds) {
    Map<Long, CompletableFuture<Boolean>> complete = new LinkedHashMap<>();
    promotionIds.forEach(
        id -> complete.put(id, promotions.isComplete(id).exceptionally(redisIsAway -> true)));
    List<Long> lost = new ArrayList<>(promotionIds);
    lost.removeIf(id -> complete.getOrDefault(id, CompletableFuture.completedFuture(true)).join());
    return Set.copyOf(lost);
  }

  /**
   * In this order: what is in no recovery any more is open again, if the recovery was about it, and
   * what a grab met before that is no loss.
   */
  private void recover(Set<Long> candidates) {
    List<Long> free = recoveries.withoutBusy(candidates);
    if (!free.isEmpty() && automatic.get()) {
      recoveries.startAutomatically(lostOf(free));
    }
  }
}
