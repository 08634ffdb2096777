package dev.storefront.flashsale.recovery;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.horizon.LedgerHorizon;
import dev.storefront.flashsale.recovery.Recovery.Wait;
import dev.storefront.flashsale.units.PendingNote;
import dev.storefront.flashsale.units.Units;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * A promotion's way through its recovery. It is closed and emptied; then what was begun before has
 * its end: grabs are confirmed or no longer can be, pending entries are settled, and MySQL has what
 * all that led to. What is given back from then on finds an emptied promotion, so that the ledger,
 * read now or later, and the marks that are left meanwhile come to the same.
 */
@Component
class RecoverySteps {

  private static final Logger log = LoggerFactory.getLogger(RecoverySteps.class);
  private static final int MOST_TRIES = 5;

  /** How long a promotion is closed at most until what was pending is settled or put aside. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  /** How far the clocks of two instances may be apart. */
  private static final Duration SKEW = Duration.ofSeconds(2);

  private final RecoveryTable table;
  private final PromotionRebuild rebuild;
  private final LedgerHorizon horizon;
  private final Units units;
  private final RecoveryProperties properties;
  private final Clock clock;

  /** Where the topic ended once nothing was under way any more, by promotion. */
  private final Map<Long, LedgerHorizon.Mark> marks = new ConcurrentHashMap<>();

  RecoverySteps(
      RecoveryTable table,
      PromotionRebuild rebuild,
      LedgerHorizon horizon,
      Units units,
      RecoveryProperties properties,
      Clock clock) {
    this.table = table;
    this.rebuild = rebuild;
    this.horizon = horizon;
    this.units = units;
    this.properties = properties;
    this.clock = clock;
  }

  /** False as long as grabs that were under way when it was closed may still be confirmed. */
  boolean isDue(RecoveryPromotion promotion) {
    Instant closedAt = promotion.closedAt();
    return closedAt == null || !clock.instant().isBefore(closedAt.plus(properties.closedFor()));
  }

  /**
   * Goes as far with a promotion that is due as it can now.
   *
   * @return what it waits for, null if it is finished
   */
  @Nullable Wait advance(RecoveryLease lease, RecoveryPromotion promotion) {
    lease.renewIfDue();
    try {
      Instant closedAt = promotion.closedAt();
      return closedAt == null ? close(lease, promotion) : goOn(lease, promotion, closedAt);
    } catch (RebuildVoidException e) {
      log.warn("Promotion {} is rebuilt again: {}", promotion.promotionId(), e.code());
      again(lease, promotion);
      return null;
    } catch (BackendUnavailableException e) {
      log.warn("Promotion {} is rebuilt later: {}", promotion.promotionId(), e.toString());
      return e.backend().equals("kafka") ? Wait.KAFKA : Wait.REDIS;
    } catch (RedisCommandExecutionException e) {
      log.error("Promotion {} cannot be rebuilt", promotion.promotionId(), e);
      finish(lease, promotion.promotionId(), "Redis refused a script");
      return null;
    }
  }

  private Wait close(RecoveryLease lease, RecoveryPromotion promotion) {
    long id = promotion.promotionId();
    marks.remove(id);
    rebuild.close(id, lease.recovery().fence());
    table.closed(lease.recovery().id(), id, clock.instant());
    return Wait.GRABS;
  }

  private @Nullable Wait goOn(RecoveryLease lease, RecoveryPromotion promotion, Instant closedAt) {
    long id = promotion.promotionId();
    List<PendingNote> pending = ScriptRunner.await(units.notes(id, closedAt.plus(SKEW), 1));
    tellIfLate(lease, promotion, closedAt, pending);
    if (!pending.isEmpty()) {
      return Wait.PENDING;
    }
    if (horizon.behind(markOf(id)) > 0) {
      return Wait.LEDGER;
    }
    Optional<String> failure = rebuild.fill(id, lease.recovery().fence(), lease::read);
    if (failure.isPresent() && promotion.tries() + 1 < MOST_TRIES) {
      again(lease, promotion);
    } else {
      finish(lease, id, failure.orElse(null));
    }
    return null;
  }

  /** Tells whose entry holds up what is closed for longer than usual. */
  private void tellIfLate(
      RecoveryLease lease,
      RecoveryPromotion promotion,
      Instant closedAt,
      List<PendingNote> pending) {
    boolean late = !pending.isEmpty() && clock.instant().isAfter(closedAt.plus(USUAL));
    String why = late ? "Not settled: an entry of order " + pending.get(0).orderId() : null;
    if (!Objects.equals(why, promotion.delay())) {
      table.delayed(lease.recovery().id(), promotion.promotionId(), why);
    }
  }

  private LedgerHorizon.Mark markOf(long promotionId) {
    LedgerHorizon.Mark known = marks.get(promotionId);
    if (known != null) {
      return known;
    }
    LedgerHorizon.Mark mark = horizon.mark(List.of(promotionId));
    marks.put(promotionId, mark);
    return mark;
  }

  /** The rebuild came to nothing: begins anew, a few times. */
  private void again(RecoveryLease lease, RecoveryPromotion promotion) {
    lease.renew();
    if (promotion.tries() + 1 < MOST_TRIES) {
      marks.remove(promotion.promotionId());
      table.again(lease.recovery().id(), promotion.promotionId());
    } else {
      finish(lease, promotion.promotionId(), "Redis lost it again and again");
    }
  }

  /**
   * Ends it; the others go on.
   *
   * @param failure why it stays closed, null if it does not
   */
  private void finish(RecoveryLease lease, long promotionId, @Nullable String failure) {
    lease.renew();
    marks.remove(promotionId);
    table.finished(lease.recovery().id(), promotionId, failure);
  }
}
