package dev.storefront.flashsale.promotion;

import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates, approves, stops and shows promotions. Approval and stop hold the promotion's row while
 * they write Redis, so that neither overtakes the other; whichever fails half-way can be repeated.
 */
@Service
class PromotionAdministration {

  private final PromotionStore store;
  private final SaleRecord record;
  private final Promotions.Books books;
  private final TransactionTemplate transaction;
  private final Clock clock;

  PromotionAdministration(
      PromotionStore store,
      SaleRecord record,
      Promotions.Books books,
      TransactionTemplate transaction,
      Clock clock) {
    this.store = store;
    this.record = record;
    this.books = books;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** What came of a call. */
  sealed interface Outcome {

    /** It is as asked for; {@code created} by this very call. */
    record Done(PromotionView view, boolean created) implements Outcome {}

    /** No such promotion. */
    record Unknown() implements Outcome {}

    /** The id belongs to a promotion with other terms. */
    record Taken() implements Outcome {}

    /** What was stopped does not start. */
    record Stopped() implements Outcome {}

    /** Its time had passed before it was approved. */
    record Ended() implements Outcome {}
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "create-promotion"})
  Outcome create(Promotion terms) {
    boolean created = store.insert(terms, clock.instant());
    StoredPromotion stored = store.find(terms.promotionId()).orElseThrow();
    return stored.terms().equals(terms)
        ? new Outcome.Done(view(stored), created)
        : new Outcome.Taken();
  }

  /**
   * Opens the sale. An approved promotion's record is never written again: where Redis lost it, a
   * fresh one would sell the quota twice.
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "approve-promotion"})
  Outcome approve(long promotionId) {
    return changeLocked(
        promotionId,
        stored -> {
          if (stored.isStopped()) {
            return new Outcome.Stopped();
          }
          if (!stored.isApproved()) {
            if (stored.isOver(clock.instant())) {
              return new Outcome.Ended();
            }
            record.open(stored.terms());
            store.approved(promotionId, clock.instant());
          }
          return done(promotionId);
        });
  }

  /** Ends the sale by hand, for good. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "stop-promotion"})
  Outcome stop(long promotionId) {
    return changeLocked(
        promotionId,
        stored -> {
          record.stop(stored.terms());
          if (!stored.isStopped()) {
            store.stopped(promotionId, clock.instant());
          }
          return done(promotionId);
        });
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "read-promotion"})
  Outcome find(long promotionId) {
    return store
        .find(promotionId)
        .<Outcome>map(stored -> new Outcome.Done(view(stored), false))
        .orElseGet(Outcome.Unknown::new);
  }

  private Outcome changeLocked(
      long promotionId, java.util.function.Function<StoredPromotion, Outcome> change) {
    Outcome outcome =
        transaction.execute(
            status -> {
              Optional<StoredPromotion> stored = store.lock(promotionId);
              return stored.isEmpty() ? new Outcome.Unknown() : change.apply(stored.get());
            });
    return outcome == null ? new Outcome.Unknown() : outcome;
  }

  private Outcome done(long promotionId) {
    return new Outcome.Done(view(store.find(promotionId).orElseThrow()), false);
  }

  private PromotionView view(StoredPromotion stored) {
    return PromotionView.of(stored, remaining(stored), clock.instant());
  }

  private int remaining(StoredPromotion stored) {
    Promotion terms = stored.terms();
    if (!stored.isApproved()) {
      return terms.quota();
    }
    return record
        .quota(terms.promotionId())
        .filter(quota -> !quota.recovering())
        .map(Quota::remaining)
        .orElseGet(() -> (int) Math.max(0, terms.quota() - books.taken(terms.promotionId())));
  }
}
