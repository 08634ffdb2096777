package dev.storefront.flashsale.recovery;

import dev.storefront.common.redis.RedisDoubt;
import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.sweep.FullRounds;
import dev.storefront.flashsale.sweep.SweepLease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Finds promotions that Redis lost, or of which it may have lost the last writes, and has them
 * rebuilt: those that a grab met within a second, all others that are not over in the next full
 * round, or as soon as a Redis that fell back is found.
 */
@Component
class LostSales implements RedisFallbackListener {

  private static final Logger log = LoggerFactory.getLogger(LostSales.class);

  private final Promotions promotions;
  private final Recoveries recoveries;
  private final SweepLease lease;
  private final FullRounds rounds;
  private final Switch<Boolean> automatic;

  /** What the last look found, of one thread: in between full rounds these are looked at. */
  private Set<Long> lost = Set.of();

  LostSales(
      Promotions promotions,
      Recoveries recoveries,
      SweepLease lease,
      FlashSaleProperties properties,
      Switches switches) {
    rounds = new FullRounds(properties.fullRound());
    this.lease = lease;
    this.promotions = promotions;
    this.recoveries = recoveries;
    this.automatic = switches.defineBoolean("automatic-recovery", true);
  }

  @Scheduled(fixedDelay = 1_000)
  void recoverReported() {
    try {
      recover(promotions.takeLost());
    } catch (RuntimeException e) {
      // The next grab reports them again.
      log.warn("Lost promotions are rebuilt later: {}", e.toString());
    }
  }

  @Scheduled(fixedDelay = 5_000)
  void look() {
    try {
      if (!lease.isMine()) {
        rounds.stop();
      } else if (automatic.get()) {
        if (rounds.isDue(lease.term())) {
          Found found = lookAtAll();
          lost = found.lost();
          if (found.all()) {
            rounds.done();
          }
        } else if (!lost.isEmpty()) {
          Found found = lookAt(List.copyOf(lost));
          lost = found.all() ? found.lost() : lost;
        }
      }
    } catch (RuntimeException e) {
      rounds.stop();
      log.warn("Lost promotions are looked for later: {}", e.toString());
    }
  }

  /**
   * True once every promotion that is not over is complete, or in the hands of a recovery. An
   * order's record needs no repair: in doubt, it is not believed, and MySQL decides.
   */
  @Override
  public boolean isRepaired(RedisDoubt doubt) {
    return lookAtAll().seenTo();
  }

  /**
   * What a look found.
   *
   * @param lost those that are not complete
   * @param all false if Redis does not answer for some, or some were left out
   * @param seenTo true if all are complete or in the hands of a recovery
   */
  private record Found(Set<Long> lost, boolean all, boolean seenTo) {}

  private Found lookAtAll() {
    List<Found> found = new ArrayList<>();
    boolean all = promotions.forEachNotOver(page -> found.add(lookAt(page)));
    return new Found(
        found.stream().flatMap(f -> f.lost().stream()).collect(Collectors.toSet()),
        all && found.stream().allMatch(Found::all),
        all && found.stream().allMatch(Found::seenTo));
  }

  private Found lookAt(List<Long> page) {
    Known known = ask(page);
    recover(known.lost());
    return new Found(
        known.lost(), known.all(), known.all() && recoveries.withoutBusy(known.lost()).isEmpty());
  }

  /**
   * What Redis says.
   *
   * @param lost those of which it lost something
   * @param all false if it does not answer for some: then nothing of them is known to be lost
   */
  private record Known(Set<Long> lost, boolean all) {}

  private Known ask(Collection<Long> promotionIds) {
    Map<Long, CompletableFuture<Boolean>> asked = new LinkedHashMap<>();
    promotionIds.forEach(id -> asked.put(id, promotions.isComplete(id)));
    Set<Long> lost = new HashSet<>();
    boolean all = true;
    for (Map.Entry<Long, CompletableFuture<Boolean>> each : asked.entrySet()) {
      try {
        if (!each.getValue().join()) {
          lost.add(each.getKey());
        }
      } catch (CompletionException away) {
        all = false;
      }
    }
    return new Known(lost, all);
  }

  /**
   * In this order: what is in no recovery any more is open again, if the recovery was about it, and
   * what a grab met before that is no loss.
   */
  private void recover(Set<Long> candidates) {
    List<Long> free = recoveries.withoutBusy(candidates);
    if (!free.isEmpty() && automatic.get()) {
      recoveries.startAutomatically(ask(free).lost());
    }
  }
}
