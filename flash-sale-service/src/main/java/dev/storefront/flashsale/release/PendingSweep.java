package dev.storefront.flashsale.release;

import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Settles what a crash or an outage left between Redis and the ledger. The order's record says what
 * was decided, or MySQL where there is none; where nothing was, the attempt is refused. Instances
 * may sweep at the same time.
 */
@Component
class PendingSweep {

  private static final Logger log = LoggerFactory.getLogger(PendingSweep.class);
  private static final int PAGE = 200;
  private static final int BATCH = 100;

  private final Promotions promotions;
  private final Orders orders;
  private final Units units;
  private final Ledger ledger;
  private final FlashSaleProperties properties;
  private final Clock clock;

  PendingSweep(
      Promotions promotions,
      Orders orders,
      Units units,
      Ledger ledger,
      FlashSaleProperties properties,
      Clock clock) {
    this.promotions = promotions;
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.properties = properties;
    this.clock = clock;
  }

  @Scheduled(fixedDelay = 1_000)
  void sweep() {
    try {
      Instant left = clock.instant().minus(properties.settleAfter());
      List<Long> page = promotions.keptInRedis(0, PAGE);
      while (!page.isEmpty()) {
        sweep(page, left);
        page = promotions.keptInRedis(page.get(page.size() - 1), PAGE);
      }
    } catch (RuntimeException e) {
      log.warn("Pending entries are settled later: {}", e.toString());
    }
  }

  private void sweep(List<Long> page, Instant left) {
    List<CompletableFuture<List<PendingEntry>>> found =
        page.stream().map(promotion -> units.pending(promotion, left, BATCH)).toList();
    found.forEach(entries -> entries.join().forEach(this::settle));
  }

  private void settle(PendingEntry entry) {
    Optional<Order> order = decided(entry);
    if (order.isEmpty() || !order.get().status().isVisible()) {
      giveBack(entry, null);
    } else if (order.get().status() == OrderStatus.CANCELLED) {
      giveBack(entry, order.get().reason());
    } else if (order.get().status() == OrderStatus.PAID && entry.kind() == Kind.PAY) {
      ledger.append(List.of(entry.toEntry(null, clock.instant()))).join();
    }
    units.settled(List.of(entry)).join();
    log.info("Settled {}", entry);
  }

  /** The entry's attempt, of whatever status but under way; empty if nobody has heard of it. */
  private Optional<Order> decided(PendingEntry entry) {
    Optional<Order> order = orders.onRecord(entry.orderId(), entry.attempt());
    if (order.isPresent() && order.get().status() == OrderStatus.CLAIMED) {
      order = orders.refuse(order.get()).order();
    }
    return order.or(
        () -> orders.settledInLedger(entry.orderId(), entry.attempt(), entry.promotionId()));
  }

  private void giveBack(PendingEntry entry, @Nullable CancelReason reason) {
    units.giveBack(entry, reason == null ? Leave.TOMBSTONE : Leave.CANCELLATION).join();
    ledger.append(List.of(entry.as(Kind.CANCEL).toEntry(reason, clock.instant()))).join();
  }
}
