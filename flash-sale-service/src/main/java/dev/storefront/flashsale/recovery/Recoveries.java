package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.promotion.Promotions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
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
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final RecoveryStarts starts;
  private final Promotions promotions;
  private final TransactionTemplate transaction;
  private final RecoveryProperties properties;

  Recoveries(
      RecoveryStarts starts,
      Promotions promotions,
      TransactionTemplate transaction,
      RecoveryProperties properties) {
    this.starts = starts;
    this.promotions = promotions;
    this.transaction = transaction;
    this.properties = properties;
  }

  /**
   * Rebuilds all promotions that Redis keeps. As a rule all of them are closed when this returns,
   * also those that other recoveries were about to rebuild; after {@code answerWithin} it returns
   * all the same.
   *
   * @return the recovery's id
   */
  public long startAll() {
    long recovery = start(false, this::addAll, starts::latestUnfinished);
    await(starts::areAllClosed, properties.answerWithin());
    return recovery;
  }

  /**
   * Rebuilds one promotion. As a rule it is closed when this returns; after {@code answerWithin} it
   * returns all the same.
   *
   * @param promotionId one that Redis keeps
   * @return the recovery's id
   */
  public long start(long promotionId) {
    long recovery =
        start(
            false,
            id -> starts.add(id, List.of(promotionId)),
            () -> starts.unfinishedOf(promotionId));
    await(() -> starts.isClosed(promotionId), properties.answerWithin());
    return recovery;
  }

  /**
   * Waits for whoever works on it, so that who is told of a recovery meets closed sales. Not for
   * long: while Redis is away nothing is closed, nor sold.
   */
  static void await(BooleanSupplier closed, Duration atMost) {
    long start = System.nanoTime();
    while (!isTrue(closed) && System.nanoTime() - start < atMost.toNanos()) {
      try {
        Thread.sleep(BETWEEN_LOOKS.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** The recovery has begun, whether or not MySQL says how far it is. */
  private static boolean isTrue(BooleanSupplier closed) {
    try {
      return closed.getAsBoolean();
    } catch (DataAccessException notYet) {
      log.debug("It cannot be seen whether sales are closed", notYet);
      return false;
    }
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
