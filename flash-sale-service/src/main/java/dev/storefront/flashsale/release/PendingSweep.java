package dev.storefront.flashsale.release;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.units.Units;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Looks for what a crash or an outage left between Redis and the ledger, and has it settled. What
 * cannot be settled now holds up nothing else: neither later entries of its promotion nor other
 * promotions. Instances may sweep at the same time.
 */
@Component
class PendingSweep {

  private static final Logger log = LoggerFactory.getLogger(PendingSweep.class);
  private static final int PAGE = 200;
  private static final int BATCH = 100;

  /**
   * Batches of a promotion in a round, further ones only for what earlier ones could not settle.
   */
  private static final int MOST_BATCHES = 50;

  private final Promotions promotions;
  private final Units units;
  private final Settlement settlement;
  private final FlashSaleProperties properties;
  private final Clock clock;
  private final Counter unsettled;

  PendingSweep(
      Promotions promotions,
      Units units,
      Settlement settlement,
      FlashSaleProperties properties,
      Clock clock,
      MeterRegistry meters) {
    this.promotions = promotions;
    this.units = units;
    this.settlement = settlement;
    this.properties = properties;
    this.clock = clock;
    unsettled =
        Counter.builder("storefront.flashsale.pending.unsettled")
            .description("How often an entry that was left behind could not be settled")
            .register(meters);
  }

  @Scheduled(fixedDelay = 1_000)
  void sweep() {
    Round round = new Round(clock.instant().minus(properties.settleAfter()));
    try {
      List<Long> page = promotions.keptInRedis(0, PAGE);
      while (!page.isEmpty()) {
        round.sweep(page);
        page = promotions.keptInRedis(page.get(page.size() - 1), PAGE);
      }
    } catch (RuntimeException e) {
      log.warn("Pending entries are settled later: {}", e.toString());
    }
  }

  /** One look at all promotions. */
  private final class Round {

    private final Instant left;

    /** Kafka did not say what MySQL lacks; to ask again for each entry would take minutes. */
    private boolean kafkaIsSilent;

    private Round(Instant left) {
      this.left = left;
    }

    void sweep(List<Long> page) {
      Map<Long, CompletableFuture<List<PendingEntry>>> first = new LinkedHashMap<>();
      page.forEach(promotion -> first.put(promotion, units.pending(promotion, left, BATCH)));
      first.forEach(
          (promotion, entries) -> {
            try {
              sweep(promotion, entries.join());
            } catch (RuntimeException e) {
              log.warn("Promotion {} is swept later: {}", promotion, e.toString());
            }
          });
    }

    private void sweep(long promotion, List<PendingEntry> first) {
      Leftovers leftovers = new Leftovers();
      List<PendingEntry> entries = first;
      for (int batch = 1; !entries.isEmpty(); batch++) {
        int before = leftovers.count;
        entries.forEach(entry -> settle(entry, leftovers));
        if (leftovers.count == before || batch == MOST_BATCHES) {
          break;
        }
        entries = units.pending(promotion, left, leftovers.count, BATCH).join();
      }
      leftovers.report(promotion);
    }

    private void settle(PendingEntry entry, Leftovers leftovers) {
      try {
        boolean asksMySql = !kafkaIsSilent && !leftovers.mysqlIsBehind;
        if (settlement.settle(entry, asksMySql)) {
          log.info("Settled {}", entry);
        } else {
          leftovers.count++;
        }
      } catch (RuntimeException e) {
        unsettled.increment();
        leftovers.add(entry, e);
        kafkaIsSilent |= isOf("kafka", e);
      }
    }
  }

  /** What could not be settled of one promotion. */
  private static final class Leftovers {

    private int count;
    private boolean mysqlIsBehind;
    private String last = "";

    void add(PendingEntry entry, RuntimeException e) {
      count++;
      mysqlIsBehind |= isOf("ledger", e);
      last = "%s of order %s: %s".formatted(entry.kind(), entry.orderId(), e);
    }

    void report(long promotion) {
      if (!last.isEmpty()) {
        log.warn(
            "{} entries of promotion {} are settled later, the last {}", count, promotion, last);
      }
    }
  }

  private static boolean isOf(String backend, RuntimeException e) {
    return e instanceof BackendUnavailableException unavailable
        && unavailable.backend().equals(backend);
  }
}
