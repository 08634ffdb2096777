package dev.storefront.flashsale.recovery;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.recovery.RecoveryProgress.Wait;
import dev.storefront.flashsale.units.PendingNote;
import dev.storefront.flashsale.units.Units;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * A promotion's way through its recovery. It is closed and emptied; then what was begun before has
 * its end: grabs are confirmed or no longer can be, pending entries are settled, and MySQL has what
 * all that led to. What is released from then on finds an emptied promotion, so that the ledger,
 * read now or later, and the reservations that are left meanwhile come to the same.
 *
 * <p>All that it comes to is saved in one transaction with the recovery's run, and counts only if
 * that was neither cancelled nor taken by another instance.
 */
@Component
class RecoverySteps {

  private static final Logger log = LoggerFactory.getLogger(RecoverySteps.class);
  private static final int MOST_TRIES = 5;

  /** What it takes beyond its waits to settle what was pending, or to put it aside. */
  private static final Duration SLACK = Duration.ofSeconds(45);

  /** How far the clocks of two instances may be apart. */
  private static final Duration SKEW = Duration.ofSeconds(2);

  private final RecoveryTable table;
  private final PromotionRebuild rebuild;
  private final OffsetBarriers barriers;
  private final Units units;
  private final RecoveryProperties properties;
  private final Clock clock;

  /** How long a promotion is closed at most if all servers answer. */
  private final Duration usual;

  RecoverySteps(
      RecoveryTable table,
      PromotionRebuild rebuild,
      OffsetBarriers barriers,
      Units units,
      RecoveryProperties properties,
      FlashSaleProperties sale,
      Clock clock) {
    this.table = table;
    this.rebuild = rebuild;
    this.barriers = barriers;
    this.units = units;
    this.properties = properties;
    this.clock = clock;
    usual = sale.settleAfter().plus(FlashSaleProperties.PATIENCE).plus(SLACK);
  }

  /**
   * Goes as far with a promotion as it can now.
   *
   * @return what it waits for; empty if it is finished, or begins anew
   * @throws dev.storefront.common.run.RunLostException if the recovery was cancelled, or another
   *     instance has it
   * @throws InterruptedException if the instance stops
   */
  Optional<Wait> advance(RecoveryRun run, RecoveryPromotion promotion) throws InterruptedException {
    run.check();
    try {
      Instant closedAt = promotion.closedAt();
      return closedAt == null ? close(run, promotion) : goOn(run, promotion, closedAt);
    } catch (RebuildVoidException e) {
      log.warn("Promotion {} is rebuilt again: {}", promotion.promotionId(), e.code());
      again(run, promotion, "Redis lost it again and again");
      return Optional.empty();
    } catch (BackendUnavailableException e) {
      log.warn("Promotion {} is rebuilt later: {}", promotion.promotionId(), e.toString());
      tell(run, promotion, null);
      return Optional.of(waitFor(e.backend()));
    } catch (RedisCommandExecutionException e) {
      log.error("Promotion {} cannot be rebuilt", promotion.promotionId(), e);
      finish(run, promotion, "Redis refused a script");
      return Optional.empty();
    }
  }

  private static Wait waitFor(String backend) {
    return switch (backend) {
      case "kafka" -> Wait.KAFKA;
      case "ledger" -> Wait.LEDGER;
      default -> Wait.REDIS;
    };
  }

  private Optional<Wait> close(RecoveryRun run, RecoveryPromotion promotion) {
    rebuild.close(promotion.promotionId(), run.fence());
    Instant now = clock.instant();
    run.save(() -> table.closed(run.id(), promotion.promotionId(), now, run.fence()));
    return Optional.of(Wait.GRABS);
  }

  private Optional<Wait> goOn(RecoveryRun run, RecoveryPromotion promotion, Instant closedAt)
      throws InterruptedException {
    long id = promotion.promotionId();
    boolean isLate = clock.instant().isAfter(closedAt.plus(usual));
    if (clock.instant().isBefore(closedAt.plus(properties.closedFor()))) {
      return Optional.of(Wait.GRABS);
    }
    List<PendingNote> pending = ScriptRunner.await(units.notes(id, closedAt.plus(SKEW), 1));
    if (!pending.isEmpty()) {
      String whose = "Not settled: an entry of order " + pending.get(0).orderId();
      tell(run, promotion, isLate ? whose : null);
      return Optional.of(Wait.PENDING);
    }
    if (run.request().replayFrom() != null && !run.isReplayed()) {
      tell(run, promotion, null);
      return Optional.of(Wait.REPLAY);
    }
    OffsetBarriers.Barrier barrier = barrierOf(run, promotion);
    if (barriers.behind(barrier) > 0) {
      String which = "Not all in MySQL: the ledger's partition " + barrier.ends().keySet();
      tell(run, promotion, isLate ? which : null);
      return Optional.of(Wait.LEDGER);
    }
    tell(run, promotion, null);
    Optional<String> failure = rebuild.fill(id, promotion.fence(), run::read);
    if (failure.isPresent()) {
      again(run, promotion, failure.get());
    } else {
      finish(run, promotion, null);
    }
    return Optional.empty();
  }

  /**
   * @param why it is closed for longer than usual; null if it is not, or a server is away
   */
  private void tell(RecoveryRun run, RecoveryPromotion promotion, @Nullable String why) {
    if (!Objects.equals(why, promotion.delay())) {
      run.save(() -> table.delayed(run.id(), promotion.promotionId(), why));
    }
  }

  private OffsetBarriers.Barrier barrierOf(RecoveryRun run, RecoveryPromotion promotion) {
    if (promotion.barrier() != null) {
      return promotion.barrier();
    }
    OffsetBarriers.Barrier barrier = barriers.of(List.of(promotion.promotionId()));
    run.save(() -> table.barrierSet(run.id(), promotion.promotionId(), barrier));
    return barrier;
  }

  /**
   * The rebuild came to nothing: begins anew, a few times.
   *
   * @param reason why it stays closed after that
   */
  private void again(RecoveryRun run, RecoveryPromotion promotion, String reason)
      throws InterruptedException {
    if (promotion.tries() + 1 < MOST_TRIES) {
      run.save(() -> table.again(run.id(), promotion.promotionId()));
    } else {
      finish(run, promotion, reason);
    }
  }

  /**
   * Ends it; the others go on.
   *
   * @param failure why it stays closed, null if it does not
   */
  private void finish(RecoveryRun run, RecoveryPromotion promotion, @Nullable String failure)
      throws InterruptedException {
    run.finish(failure == null, () -> table.finished(run.id(), promotion.promotionId(), failure));
  }
}
