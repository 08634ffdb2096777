package dev.storefront.flashsale.units;

import dev.storefront.common.health.Replies;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.sweep.FullRounds;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Completes loans between buckets that somebody left behind. One instance does; others may at the
 * same time.
 */
@Component
class LoanSweep {

  private static final Logger log = LoggerFactory.getLogger(LoanSweep.class);

  /** Far longer than a loan takes. */
  private static final Duration LEFT_BEHIND = Duration.ofSeconds(5);

  private final Promotions promotions;
  private final Loans loans;
  private final FullRounds rounds;
  private final Clock clock;

  LoanSweep(Promotions promotions, Loans loans, FlashSaleProperties properties, Clock clock) {
    rounds = FullRounds.besidesTouched(properties);
    this.promotions = promotions;
    this.loans = loans;
    this.clock = clock;
  }

  @Scheduled(fixedDelay = 2_000)
  void sweep() {
    try {
      promotions.sweep(rounds, 2, this::sweep);
    } catch (RuntimeException e) {
      rounds.stop();
      log.warn("Loans between buckets are completed later: {}", e.toString());
    }
  }

  private void sweep(List<Long> page) {
    Replies.all(page.stream().map(this::sweep)).join();
  }

  /** What goes wrong with one does not keep the others waiting. */
  private CompletableFuture<List<List<Boolean>>> sweep(long promotionId) {
    return promotions
        .bucketsOf(promotionId)
        .thenCompose(buckets -> sweep(promotionId, buckets))
        .exceptionally(
            error -> {
              promotions.touchAgain(promotionId);
              log.warn(
                  "Loans of promotion {} are completed later: {}", promotionId, error.toString());
              return List.of();
            });
  }

  private CompletableFuture<List<List<Boolean>>> sweep(
      long promotionId, Optional<Buckets> buckets) {
    return Replies.all(
        IntStream.range(0, buckets.filter(Buckets::isHot).map(Buckets::count).orElse(0))
            .mapToObj(bucket -> loans.unsettled(promotionId, bucket))
            .map(found -> found.thenCompose(this::completeOld)));
  }

  private CompletableFuture<List<Boolean>> completeOld(List<Loan> unsettled) {
    long leftBehind = clock.instant().minus(LEFT_BEHIND).toEpochMilli();
    return Replies.all(
        unsettled.stream().filter(loan -> loan.since() <= leftBehind).map(loans::complete));
  }
}
