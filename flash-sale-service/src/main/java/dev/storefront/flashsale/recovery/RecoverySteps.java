package dev.storefront.flashsale.recovery;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
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

  /** What it takes beyond its waits to settle what was pending, or to put it aside. */
  private static final Duration SLACK = Duration.ofSeconds(45);

  /** How far the clocks of two instances may be apart. */
  private static final Duration SKEW = Duration.ofSeconds(2);

  private final RecoveryTable table;
  private final PromotionRebuild rebuild;
  private final LedgerHorizon horizon;
  private final Units units;
  private final RecoveryProperties properties;
  private final Clock clock;

  /** How long a promotion is closed at most if all servers answer. */
  private final Duration usual;

  /** Where the topic ended once nothing was under way any more, by promotion. */
  private final Map<Long, LedgerHorizon.Mark> marks = new ConcurrentHashMap<>();

  RecoverySteps(
      RecoveryTable table,
      PromotionRebuild rebuild,
      LedgerHorizon horizon,
      Units units,
      RecoveryProperties properties,
      FlashSaleProperties sale,
      Clock clock) {
    this.table = table;
    this.rebuild = rebuild;
    this.horizon = horizon;
    this.units = units;
    this.properties = properties;
    this.clock = clock;
    usual = sale.settleAfter().plus(FlashSaleProperties.PATIENCE).plus(SLACK);
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
      tell(lease, promotion, null);
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
    if (!pending.isEmpty()) {
      String whose = "Not settled: an entry of order " + pending.get(0).orderId();
      tell(lease, promotion, isLate(closedAt) ? whose : null);
      return Wait.PENDING;
    }
    LedgerHorizon.Mark mark = markOf(id);
    if (horizon.behind(mark) > 0) {
      String which = "Not all in MySQL: the ledger's partition " + mark.ends().keySet();
      tell(lease, promotion, isLate(closedAt) ? which : null);
      return Wait.LEDGER;
    }
    tell(lease, promotion, null);
    Optional<String> failure = rebuild.fill(id, lease.recovery().fence(), lease::read);
    if (failure.isPresent() && promotion.tries() + 1 < MOST_TRIES) {
      again(lease, promotion);
    } else {
      finish(lease, id, failure.orElse(null));
    }
    return null;
  }

  private boolean isLate(Instant closedAt) {
    return clock.instant().isAfter(closedAt.plus(usual));
  }

  /**
   * @param why it is closed for longer than usual; null if it is not, or a server is away
   */
  private void tell(RecoveryLease lease, RecoveryPromotion promotion, @Nullable String why) {
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
