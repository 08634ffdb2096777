package dev.storefront.flashsale.release;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.order.OrderNodes;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.sweep.FullRounds;
import dev.storefront.flashsale.units.ParkCode;
import dev.storefront.flashsale.units.ParkedNotes;
import dev.storefront.flashsale.units.PendingNote;
import dev.storefront.flashsale.units.Units;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
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
 * Looks for what a crash or an outage left between Redis and the ledger, and has it settled. What
 * cannot be settled now holds up nothing else: neither later entries of its promotion nor other
 * promotions. What can never be settled, because nobody can read it or what is stored of the order,
 * or a script refuses what it finds, is put aside once that was so for a minute, in which another
 * version of the service may have settled it. One instance sweeps; others may at the same time.
 */
@Component
class PendingSweep {

  private static final Logger log = LoggerFactory.getLogger(PendingSweep.class);
  private static final int BATCH = 100;

  /** Batches of a bucket in a round; what is left then waits for the next one. */
  private static final int MOST_BATCHES = 50;

  private final Promotions promotions;
  private final Units units;
  private final Settlement settlement;
  private final OrderNodes orderNodes;
  private final ParkedNotes parkedNotes;
  private final FlashSaleProperties properties;
  private final Clock clock;
  private final FullRounds rounds;
  private final PoisonNotes poison = new PoisonNotes();
  private final Counter unsettled;
  private final Counter parked;

  PendingSweep(
      Promotions promotions,
      Units units,
      Settlement settlement,
      OrderNodes orderNodes,
      ParkedNotes parkedNotes,
      FlashSaleProperties properties,
      Clock clock,
      MeterRegistry meters) {
    this.promotions = promotions;
    this.units = units;
    this.settlement = settlement;
    this.orderNodes = orderNodes;
    this.parkedNotes = parkedNotes;
    this.properties = properties;
    this.clock = clock;
    rounds = FullRounds.besidesTouched(properties);
    unsettled =
        Counter.builder("storefront.flashsale.pending.unsettled")
            .description("How often an entry that was left behind could not be settled")
            .register(meters);
    parked =
        Counter.builder("storefront.flashsale.pending.parked")
            .description("Entries that were put aside, for nobody can settle them")
            .register(meters);
  }

  /** A look every few seconds is soon enough for what has waited for 15. */
  @Scheduled(fixedDelay = 3_000)
  void sweep() {
    Round round = new Round(clock.instant().minus(properties.settleAfter()));
    try {
      promotions.sweep(rounds, 1, round::sweep);
    } catch (RuntimeException e) {
      rounds.stop();
      log.warn("Pending entries are settled later: {}", e.toString());
    }
  }

  /** One look at promotions. */
  private final class Round {

    private final Instant left;

    /** Kafka did not say what MySQL lacks; to ask again for each entry would take minutes. */
    private boolean kafkaIsSilent;

    /** Of orders' records: of a node that hangs each entry would take a second. */
    private final Set<String> nodesAway = new HashSet<>();

    private Round(Instant left) {
      this.left = left;
    }

    void sweep(List<Long> page) {
      Map<Long, CompletableFuture<List<PendingNote>>> first = new LinkedHashMap<>();
      page.forEach(promotion -> first.put(promotion, units.notes(promotion, left, BATCH)));
      first.forEach(
          (promotion, notes) -> {
            try {
              sweep(promotion, notes.join());
            } catch (RuntimeException e) {
              promotions.touchAgain(promotion);
              log.warn("Promotion {} is swept later: {}", promotion, e.toString());
            }
          });
    }

    private void sweep(long promotion, List<PendingNote> first) {
      Leftovers leftovers = new Leftovers();
      first.stream()
          .collect(Collectors.groupingBy(PendingNote::bucket))
          .forEach((bucket, notes) -> sweep(promotion, bucket, notes, leftovers));
      if (leftovers.count > 0) {
        promotions.touchAgain(promotion);
      }
      leftovers.report(promotion);
    }

    /** What is still there once a batch has been tried is skipped by the next one. */
    private void sweep(long promotion, int bucket, List<PendingNote> first, Leftovers leftovers) {
      List<PendingNote> notes = first;
      int skipped = 0;
      for (int batch = 1; !notes.isEmpty(); batch++) {
        for (PendingNote note : notes) {
          skipped += settle(note, leftovers) ? 0 : 1;
        }
        if (notes.size() < BATCH) {
          break;
        }
        if (batch == MOST_BATCHES) {
          promotions.touchAgain(promotion);
          break;
        }
        notes = units.notes(promotion, bucket, left, skipped, BATCH).join();
      }
      leftovers.count += skipped;
    }

    /** False if the note is still there. */
    private boolean settle(PendingNote note, Leftovers leftovers) {
      String node = orderNodes.of(note.orderId());
      if (nodesAway.contains(node)) {
        return false;
      }
      try {
        boolean asksMySql = !kafkaIsSilent && !leftovers.mysqlIsBehind;
        boolean settled = settlement.settle(note, asksMySql);
        if (settled) {
          poison.forget(note);
          log.info("Settled: {}", note);
        }
        return settled;
      } catch (RuntimeException e) {
        Throwable why = causeOf(e);
        unsettled.increment();
        kafkaIsSilent |= isOf("kafka", why);
        if (isOf("redis", why)) {
          nodesAway.add(node);
        }
        boolean gone = isGivenUp(note, why);
        if (!gone) {
          leftovers.failed(note, why);
        }
        return gone;
      }
    }
  }

  /** True if the note is put aside, or is gone. */
  private boolean isGivenUp(PendingNote note, Throwable why) {
    if (!PoisonNotes.isPoison(why)) {
      poison.forget(note);
      return false;
    }
    Instant now = clock.instant();
    Instant since = poison.since(note, now);
    return !now.isBefore(since.plus(FlashSaleProperties.PATIENCE)) && park(note, since);
  }

  private boolean park(PendingNote note, Instant since) {
    try {
      ParkCode code = parkedNotes.park(note, since).join();
      poison.forget(note);
      if (code == ParkCode.PARKED) {
        parked.increment();
        log.error("Nobody can settle it, so it is put aside: {}", note);
      }
      return code != ParkCode.TOO_YOUNG;
    } catch (RuntimeException redisIsAway) {
      return false;
    }
  }

  /** What could not be settled of one promotion. */
  private static final class Leftovers {

    private int count;
    private boolean mysqlIsBehind;
    private String last = "";

    void failed(PendingNote note, Throwable why) {
      mysqlIsBehind |= isOf("ledger", why);
      last = "%s: %s".formatted(note, why);
    }

    void report(long promotion) {
      if (!last.isEmpty()) {
        log.warn(
            "{} entries of promotion {} are settled later; what failed last: {}",
            count,
            promotion,
            last);
      }
    }
  }

  private static Throwable causeOf(RuntimeException e) {
    return e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
  }

  private static boolean isOf(String backend, Throwable why) {
    return why instanceof BackendUnavailableException unavailable
        && unavailable.backend().equals(backend);
  }
}
