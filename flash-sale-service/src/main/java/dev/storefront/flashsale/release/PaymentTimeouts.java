package dev.storefront.flashsale.release;

import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.Unpaid;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

  private final Ledger ledger;
  private final Release release;
  private final Clock clock;
  private final ExecutorService workers;

  PaymentTimeouts(Ledger ledger, Release release, FlashSaleProperties properties, Clock clock) {
    this.ledger = ledger;
    this.release = release;
    this.clock = clock;
    this.workers = Executors.newFixedThreadPool(properties.releaseThreads());
  }

  @Scheduled(fixedDelay = 1_000)
  void releaseUnpaid() {
    try {
      List<Unpaid> unpaid = ledger.unpaid(clock.instant(), BATCH);
      CompletableFuture.allOf(
              unpaid.stream()
                  .map(late -> CompletableFuture.runAsync(() -> release.expire(late), workers))
                  .toArray(CompletableFuture[]::new))
          .join();
    } catch (RuntimeException e) {
      log.warn("Unpaid orders are released later: {}", e.toString());
    }
  }

  @Override
  public void destroy() {
    workers.shutdown();
  }
}
