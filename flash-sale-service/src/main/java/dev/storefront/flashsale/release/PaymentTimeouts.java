package dev.storefront.flashsale.release;

import dev.storefront.common.health.Replies;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LockedOrders;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Releases orders that were not paid in time. The ledger's index by expiry tells which; that an
 * order is released once, whatever instances and payments do at that moment, is decided on its
 * record.
 */
@Component
class PaymentTimeouts implements DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(PaymentTimeouts.class);
  private static final int BATCH = 1_000;

  /** Of one round, so that the scheduler has its thread back now and then. */
  private static final int MOST_PAGES = 100;

  private final LockedOrders orders;
  private final Release release;
  private final Clock clock;
  private final ExecutorService workers;
  private volatile @Nullable Instant lateSince;

  PaymentTimeouts(
      LockedOrders orders,
      Release release,
      FlashSaleProperties properties,
      Clock clock,
      MeterRegistry meters) {
    this.orders = orders;
    this.release = release;
    this.clock = clock;
    this.workers = Executors.newFixedThreadPool(properties.releaseThreads());
    TimeGauge.builder(
            "storefront.flashsale.unpaid.late",
            this,
            TimeUnit.MILLISECONDS,
            timeouts -> timeouts.late().toMillis())
        .description("How long ago what is not released yet had to be paid")
        .register(meters);
  }

  /** Page after page for as long as there are any: other instances take others. */
  @Scheduled(fixedDelay = 1_000)
  void releaseUnpaid() {
    try {
      Instant now = clock.instant();
      List<LedgerItem> unpaid = orders.unpaid(now, BATCH);
      for (int page = 1; !unpaid.isEmpty() && page <= MOST_PAGES; page++) {
        release(unpaid);
        unpaid = orders.unpaid(now, BATCH);
      }
    } catch (RuntimeException e) {
      log.warn("Unpaid orders are released later: {}", e.toString());
    }
  }

  /** As long as MySQL does not answer, what was late before goes on being so. */
  @Scheduled(fixedDelay = 5_000)
  void look() {
    try {
      lateSince = orders.lateSince(clock.instant()).orElse(null);
    } catch (RuntimeException e) {
      log.warn("How late unpaid orders are is not known: {}", e.toString());
    }
  }

  private Duration late() {
    Instant since = lateSince;
    return since == null ? Duration.ZERO : Duration.between(since, clock.instant());
  }

  private void release(List<LedgerItem> unpaid) {
    Replies.all(
            unpaid.stream()
                .map(order -> CompletableFuture.runAsync(() -> releaseSafely(order), workers)))
        .join();
  }

  /** What goes wrong with one does not keep the next page waiting. */
  private void releaseSafely(LedgerItem unpaid) {
    try {
      release.expire(unpaid);
    } catch (RuntimeException e) {
      log.warn("Order {} is released later: {}", unpaid.orderId(), e.toString());
    }
  }

  @Override
  public void destroy() {
    workers.shutdown();
  }
}
