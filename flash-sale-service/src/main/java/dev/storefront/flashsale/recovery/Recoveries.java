package dev.storefront.flashsale.recovery;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.flashsale.barrier.LedgerPositions;
import dev.storefront.flashsale.promotion.Promotions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Starts recoveries, and cancels them. A promotion is in one at a time: who asks for one that is
 * being rebuilt gets the recovery that does it.
 */
@Component
public class Recoveries {

  private static final Logger log = LoggerFactory.getLogger(Recoveries.class);
  private static final RecoveryRequest BY_HAND = new RecoveryRequest(false, 0, null);
  private static final RecoveryRequest AUTOMATIC = new RecoveryRequest(true, 0, null);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final Runs<RecoveryRequest, RecoveryProgress> runs;
  private final RecoveryTable table;
  private final Promotions promotions;
  private final LedgerPositions positions;
  private final TransactionTemplate transaction;
  private final RecoveryProperties properties;

  Recoveries(
      Runs<RecoveryRequest, RecoveryProgress> runs,
      RecoveryTable table,
      Promotions promotions,
      LedgerPositions positions,
      TransactionTemplate transaction,
      RecoveryProperties properties) {
    this.runs = runs;
    this.table = table;
    this.promotions = promotions;
    this.positions = positions;
    this.transaction = transaction;
    this.properties = properties;
  }

  /**
   * Rebuilds all promotions that Redis keeps. As a rule all of them are closed when this returns,
   * also those that other recoveries were about to rebuild; after {@code answerWithin} it returns
   * all the same.
   *
   * @param replayFrom from when on the ledger's topic is written to MySQL before; null for not at
   *     all. With it other recoveries that are not over are cancelled, for they have read what
   *     MySQL had
   * @return its id, or that of the latest other one if others have all promotions; empty if too
   *     many are not over
   */
  public Optional<Long> startAll(@Nullable Instant replayFrom) {
    RecoveryRequest all = new RecoveryRequest(false, 0, replayFrom);
    Optional<Long> recovery =
        inTransaction(
            () -> {
              table.lock();
              if (replayFrom != null) {
                positions.replayFrom(replayFrom);
                cancelAll();
              }
              return start(all, this::allFree, table::latestUnfinished);
            });
    await(table::areAllClosed, properties.answerWithin());
    return recovery;
  }

  /**
   * Rebuilds one promotion. As a rule it is closed when this returns; after {@code answerWithin} it
   * returns all the same.
   *
   * @param promotionId one that Redis keeps
   * @return its id, or that of the other one that is about to rebuild it; empty if too many are not
   *     over
   */
  public Optional<Long> start(long promotionId) {
    Optional<Long> recovery =
        start(
            BY_HAND, () -> table.free(List.of(promotionId)), () -> table.unfinishedOf(promotionId));
    await(() -> table.isClosed(promotionId), properties.answerWithin());
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

  /**
   * Ends a recovery that is not over. What it has closed stays closed until another one has rebuilt
   * it; what was all but rebuilt may still open.
   *
   * @return false if there is no such recovery
   */
  boolean cancel(long recovery) {
    return inTransaction(
        () -> {
          boolean isKnown = runs.cancel(recovery);
          table.giveUp(recovery, "The recovery was cancelled");
          return isKnown;
        });
  }

  /** To be called while nobody else can start one. */
  private void cancelAll() {
    Optional<Long> other = table.latestUnfinished();
    while (other.isPresent()) {
      cancel(other.get());
      other = table.latestUnfinished();
    }
  }

  /** Leaves out what is being rebuilt, and what has just failed to be. */
  List<Long> withoutBusy(Collection<Long> promotionIds) {
    return table.withoutBusy(promotionIds);
  }

  /** Rebuilds what was found lost. */
  void startAutomatically(Collection<Long> lost) {
    if (!lost.isEmpty()) {
      start(AUTOMATIC, () -> table.free(lost), table::latestUnfinished)
          .ifPresentOrElse(
              id -> log.warn("Redis lost {}: recovery {} rebuilds them", lost, id),
              () -> log.warn("Redis lost {}: too many recoveries are not over", lost));
    }
  }

  /**
   * @param free the promotions to rebuild: those in no recovery
   * @param underWay the recovery to name if there is none
   */
  private Optional<Long> start(
      RecoveryRequest request, Supplier<List<Long>> free, Supplier<Optional<Long>> underWay) {
    return inTransaction(
        () -> {
          table.lock();
          List<Long> promotions = free.get();
          Optional<Long> other = promotions.isEmpty() ? underWay.get() : Optional.empty();
          if (other.isEmpty()
              && runs.start(request.of(promotions.size())) instanceof RunStart.Started started) {
            table.add(started.id(), promotions);
            return Optional.of(started.id());
          }
          return other;
        });
  }

  private List<Long> allFree() {
    List<Long> free = new ArrayList<>();
    promotions.forEachKept(page -> free.addAll(table.free(page)));
    return free;
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(status -> work.get()));
  }
}
