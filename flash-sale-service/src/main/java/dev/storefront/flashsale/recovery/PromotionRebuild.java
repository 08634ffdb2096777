package dev.storefront.flashsale.recovery;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Quota;
import dev.storefront.flashsale.units.Units;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Rebuilds one promotion: closes and empties it, and later fills it from the ledger. */
@Component
class PromotionRebuild {

  private static final Logger log = LoggerFactory.getLogger(PromotionRebuild.class);
  private static final int PAGE = 1_000;
  private static final int TOLD_AT_ONCE = 10 * PAGE;
  private static final int LOOKS = 5;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final Promotions promotions;
  private final Rebuild rebuild;
  private final LedgerStore ledger;
  private final OffsetBarriers barriers;
  private final Orders orders;
  private final Units units;
  private final Clock clock;

  PromotionRebuild(
      Promotions promotions,
      Rebuild rebuild,
      LedgerStore ledger,
      OffsetBarriers barriers,
      Orders orders,
      Units units,
      Clock clock) {
    this.promotions = promotions;
    this.rebuild = rebuild;
    this.ledger = ledger;
    this.barriers = barriers;
    this.orders = orders;
    this.units = units;
    this.clock = clock;
  }

  /** Nothing is reserved of it any more, and what Redis had of it is forgotten. */
  void close(long promotionId, long fence) {
    Buckets buckets =
        promotions
            .closeForRebuild(promotionId, fence)
            .orElseThrow(() -> new RebuildVoidException(RebuildCode.SUPERSEDED));
    rebuild.empty(promotionId, buckets, fence);
  }

  /**
   * Writes what the ledger has and opens it again.
   *
   * @param progress is told how many orders' items were read since it was last told; what it throws
   *     ends the rebuild
   * @return why it stays closed, empty if it does not
   * @throws BackendUnavailableException if the ledger in MySQL lacks what its topic has: it may be
   *     called again
   */
  Optional<String> fill(long promotionId, long fence, IntConsumer progress) {
    Buckets buckets =
        ScriptRunner.await(promotions.bucketsOf(promotionId))
            .orElseThrow(() -> new RebuildVoidException(RebuildCode.LOST_AGAIN));
    int read = 0;
    boolean recordsTell = true;
    String last = "";
    List<LedgerItem> page = ledger.itemsAfter(promotionId, last, PAGE);
    while (!page.isEmpty()) {
      rebuild.restore(promotionId, buckets, fence, page);
      recordsTell = noteOver(promotionId, page, recordsTell);
      read += page.size();
      if (read >= TOLD_AT_ONCE) {
        progress.accept(read);
        read = 0;
      }
      last = page.get(page.size() - 1).orderId();
      page = ledger.itemsAfter(promotionId, last, PAGE);
    }
    progress.accept(read);
    Optional<String> wrong = differs(promotionId);
    if (wrong.isEmpty()) {
      rebuild.reopen(promotionId, buckets, fence);
      log.info("Promotion {} is rebuilt", promotionId);
    }
    return wrong;
  }

  /**
   * Notes what the ledger has as held and another node's record says is over: the note of that lay
   * beside the units, and is lost. The sweep releases it. No sale stays closed for a node with
   * records that is away: all that is held is noted then, and the sweep asks once it is back.
   *
   * @param recordsTell false if a node with records is known to be away
   * @return the same, after this page
   */
  private boolean noteOver(long promotionId, List<LedgerItem> page, boolean recordsTell) {
    List<LedgerItem> over = page.stream().filter(LedgerItem::isHeld).toList();
    boolean told = recordsTell;
    if (told) {
      try {
        over = orders.overAmong(over);
      } catch (BackendUnavailableException e) {
        log.warn("Promotion {}: the sweep is to ask for its orders: {}", promotionId, e.toString());
        told = false;
      }
    }
    List<PendingEntry> notes = over.stream().map(PendingEntry::ofHeld).toList();
    ScriptRunner.await(units.note(notes, clock.instant()));
    return told;
  }

  /** Why Redis is not what the ledger says, empty if it is. */
  private Optional<String> differs(long promotionId) {
    String found = "";
    for (int look = 0; look < LOOKS; look++) {
      long pending = pendingUnits(promotionId);
      Quota quota = sold(promotionId);
      if (!barriers.await(List.of(promotionId), LONGEST_WAIT)) {
        // MySQL may have fallen back after it was asked first: what agrees then is short of orders.
        throw new BackendUnavailableException(
            "ledger", false, new TimeoutException("MySQL is behind the topic"));
      }
      long held = ledger.held(promotionId);
      if (quota.remaining() < 0) {
        return Optional.of("The ledger has " + held + " units as reserved, more than there are");
      }
      if (Math.abs(held - quota.reserved()) <= pending) {
        return Optional.empty();
      }
      found = "Redis has " + quota.reserved() + " units as reserved, the ledger " + held;
    }
    return Optional.of(found);
  }

  private Quota sold(long promotionId) {
    return promotions
        .quotaOf(promotionId)
        .orElseThrow(() -> new RebuildVoidException(RebuildCode.LOST_AGAIN));
  }

  /** What may be released in Redis and not yet in the ledger. */
  private long pendingUnits(long promotionId) {
    return ScriptRunner.await(units.pending(promotionId, clock.instant(), PAGE)).stream()
        .filter(entry -> entry.kind() != Kind.PAY)
        .mapToLong(PendingEntry::quantity)
        .sum();
  }
}
