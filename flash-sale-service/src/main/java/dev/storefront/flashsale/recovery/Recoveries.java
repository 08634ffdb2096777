package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.promotion.Promotions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Starts recoveries. A promotion is in one at a time: who asks for one that is being rebuilt gets
 * the recovery that does it.
 */
@Component
public class Recoveries {

  private static final Logger log = LoggerFactory.getLogger(Recoveries.class);
  private static final int PAGE = 1_000;
  private static final int LOOKS = 60;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final RecoveryStarts starts;
  private final Promotions promotions;
  private final TransactionTemplate transaction;

  Recoveries(RecoveryStarts starts, Promotions promotions, TransactionTemplate transaction) {
    this.starts = starts;
    this.promotions = promotions;
    this.transaction = transaction;
  }

  /** Rebuilds all promotions that Redis keeps; the recovery's id once they are closed. */
  public long startAll() {
    return closed(start(false, this::addAll, starts::latestUnfinished));
  }

  /**
   * Rebuilds one promotion; the recovery's id once it is closed.
   *
   * @param promotionId one that Redis keeps
   */
  public long start(long promotionId) {
    return closed(
        start(
            false,
            id -> starts.add(id, List.of(promotionId)),
            () -> starts.unfinishedOf(promotionId)));
  }

  /**
   * Waits for whoever works on the recovery, so that who is told of it meets closed sales. Not for
   * long: while Redis is away nothing is closed, nor sold.
   */
  private long closed(long recovery) {
    for (int look = 0; look < LOOKS && !starts.isClosed(recovery); look++) {
      try {
        Thread.sleep(BETWEEN_LOOKS.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return recovery;
      }
    }
    return recovery;
  }

  /** Leaves out what is being rebuilt, and what has just failed to be. */
  List<Long> withoutBusy(Collection<Long> promotionIds) {
    return starts.withoutBusy(promotionIds);
  }

  /** Rebuilds what was found lost. */
  void startAutomatically(Collection<Long> lost) {
    if (!lost.isEmpty()) {
      List<Long> sorted = lost.stream().sorted().toList();
      long id = start(true, to -> starts.add(to, sorted), starts::latestUnfinished);
      log.warn("Redis lost {}: recovery {} rebuilds them", sorted, id);
    }
  }

  /**
   * @param selection adds promotions to the new recovery
   * @param underWay the recovery to name if others have them all
   */
  private long start(boolean automatic, LongConsumer selection, Supplier<OptionalLong> underWay) {
    @Nullable Long id =
        transaction.execute(
            status -> {
              starts.lock();
              OptionalLong other = underWay.get();
              long created = starts.create(automatic);
              selection.accept(created);
              if (starts.count(created) == 0 && other.isPresent()) {
                starts.delete(created);
                return other.getAsLong();
              }
              starts.ready(created);
              return created;
            });
    if (id == null) {
      throw new IllegalStateException("The recovery was not created");
    }
    return id;
  }

  private void addAll(long recovery) {
    List<Long> page = promotions.keptInRedis(0, PAGE);
    while (!page.isEmpty()) {
      starts.add(recovery, page);
      page = promotions.keptInRedis(page.get(page.size() - 1), PAGE);
    }
  }
}
