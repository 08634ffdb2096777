package dev.storefront.flashsale.promotion;

import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.NOT_FOUND;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.web.Problem;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates, approves, stops and shows promotions. Who opens or stops a sale holds the promotion's
 * row while he writes Redis, so that neither overtakes the other; whichever fails half-way can be
 * repeated.
 */
@Service
class PromotionAdministration {

  private final PromotionStore store;
  private final RecentPromotions recent;
  private final SaleRecord record;
  private final PromotionViews views;
  private final TouchedPromotions touched;
  private final LostPromotions lost;
  private final TransactionTemplate transaction;
  private final Clock clock;

  PromotionAdministration(
      PromotionStore store,
      RecentPromotions recent,
      SaleRecord record,
      PromotionViews views,
      TouchedPromotions touched,
      LostPromotions lost,
      TransactionTemplate transaction,
      Clock clock) {
    this.store = store;
    this.recent = recent;
    this.record = record;
    this.views = views;
    this.touched = touched;
    this.lost = lost;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** What came of a call. */
  sealed interface Outcome {

    /** It is as asked for; {@code created} by this very call. */
    record Done(PromotionView view, boolean created) implements Outcome {}

    /** MySQL has it, Redis has yet to get it. No caller gets to see this. */
    record HalfDone() implements Outcome {}

    /** It is as asked for, and is shown once that is committed. No caller gets to see this. */
    record Changed() implements Outcome {}

    /** It is not done. */
    record Refused(Problem why) implements Outcome {}

    /** No such promotion. */
    Refused UNKNOWN =
        new Refused(Problem.of(NOT_FOUND, "promotion-not-found", "There is no such promotion."));

    /** The id belongs to a promotion with other terms. */
    Refused TAKEN =
        conflict("promotion-exists", "There is a promotion of this id, with other terms.");

    /** What was stopped does not start. */
    Refused STOPPED = conflict("stopped", "The promotion has been stopped.");

    /** Its time has passed: it is neither approved nor stopped any more. */
    Refused ENDED = conflict("ended", "The promotion's end has passed.");

    private static Refused conflict(String code, String detail) {
      return new Refused(Problem.of(CONFLICT, code, detail));
    }
  }

  @UseCase("create-promotion")
  Outcome create(Promotion terms) {
    boolean created = store.insert(terms, clock.instant());
    recent.forget(terms.promotionId());
    StoredPromotion stored = store.find(terms.promotionId()).orElseThrow();
    return stored.terms().equals(terms)
        ? new Outcome.Done(views.of(stored, true), created)
        : Outcome.TAKEN;
  }

  /**
   * Approves, and then opens the sale: nothing is ever sold of what is not approved for certain. A
   * record that could not be written counts as lost, and is rebuilt. It is written by the approving
   * call alone and at once: later, Redis may have lost one that units were sold of, and a fresh one
   * would sell the quota twice.
   */
  @UseCase("approve-promotion")
  Outcome approve(long promotionId) {
    long begun = System.nanoTime();
    Outcome outcome = changeLocked(promotionId, this::approve);
    return outcome instanceof Outcome.HalfDone
        ? changeLocked(promotionId, stored -> open(stored, begun))
        : outcome;
  }

  private Outcome approve(StoredPromotion stored) {
    long promotionId = stored.terms().promotionId();
    if (stored.isStopped()) {
      return Outcome.STOPPED;
    }
    if (stored.isApproved()) {
      return new Outcome.Changed();
    }
    if (stored.isOver(clock.instant())) {
      return Outcome.ENDED;
    }
    store.approved(promotionId, clock.instant());
    return new Outcome.HalfDone();
  }

  private Outcome open(StoredPromotion stored, long begun) {
    if (stored.isStopped()) {
      return Outcome.STOPPED;
    }
    long promotionId = stored.terms().promotionId();
    if (System.nanoTime() - begun < StoredPromotion.LATEST_OPENING.toNanos()) {
      try {
        record.open(stored);
      } catch (RuntimeException notWritten) {
        lost.add(promotionId);
        throw notWritten;
      }
    }
    return new Outcome.Changed();
  }

  /** Ends the sale by hand, for good. */
  @UseCase("stop-promotion")
  Outcome stop(long promotionId) {
    return changeLocked(
        promotionId,
        stored -> {
          if (!stored.isStopped() && stored.isOver(clock.instant())) {
            return Outcome.ENDED;
          }
          record.stop(stored.terms());
          if (!stored.isStopped()) {
            store.stopped(promotionId, clock.instant());
          }
          return new Outcome.Changed();
        });
  }

  /**
   * @param all true for operators, false without what only they need
   */
  @UseCase("read-promotion")
  Outcome find(long promotionId, boolean all) {
    return recent
        .find(promotionId)
        .<Outcome>map(stored -> new Outcome.Done(views.of(stored, all), false))
        .orElse(Outcome.UNKNOWN);
  }

  /**
   * Changes a promotion while its row is locked. What is left of it may have to be waited for: so
   * that is looked at when the change is committed, and stays if nobody can tell.
   */
  Outcome changeLocked(long promotionId, Function<StoredPromotion, Outcome> change) {
    Outcome outcome = inTransaction(promotionId, change);
    return outcome instanceof Outcome.Changed
        ? new Outcome.Done(views.of(store.find(promotionId).orElseThrow(), true), false)
        : outcome;
  }

  private Outcome inTransaction(long promotionId, Function<StoredPromotion, Outcome> change) {
    try {
      Outcome outcome =
          transaction.execute(
              status -> {
                Optional<StoredPromotion> stored = store.lock(promotionId);
                return stored.isEmpty() ? Outcome.UNKNOWN : change.apply(stored.get());
              });
      recent.forget(promotionId);
      touched.touch(promotionId);
      return outcome == null ? Outcome.UNKNOWN : outcome;
    } catch (RuntimeException e) {
      // A commit that was not acknowledged may count.
      recent.doubt(promotionId);
      throw e;
    }
  }
}
