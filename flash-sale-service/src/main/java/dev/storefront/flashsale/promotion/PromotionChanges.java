package dev.storefront.flashsale.promotion;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.promotion.PromotionAdministration.Outcome;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Changes what may change of a promotion: it is paused, gets more units, ends later. What MySQL has
 * counts; then Redis gets it. Where that fails, {@link PromotionTerms} makes up for it, or whoever
 * asks for the same again.
 */
@Service
class PromotionChanges {

  private static final Outcome KEY_TAKEN =
      new Outcome.Refused(
          Problem.of(
              HttpStatus.CONFLICT,
              "idempotency-key-taken",
              "Units were added with this key before, and not as many."));

  private final PromotionAdministration administration;
  private final PromotionStore store;
  private final PromotionTerms terms;
  private final Clock clock;

  PromotionChanges(
      PromotionAdministration administration,
      PromotionStore store,
      PromotionTerms terms,
      Clock clock) {
    this.administration = administration;
    this.store = store;
    this.terms = terms;
    this.clock = clock;
  }

  /** Grabs are refused from now on; orders are paid and cancelled. */
  @UseCase("pause-promotion")
  Outcome pause(long promotionId) {
    return change(promotionId, stored -> pausedAt(stored, clock.instant()));
  }

  /** Ends a pause. */
  @UseCase("resume-promotion")
  Outcome resume(long promotionId) {
    return change(promotionId, stored -> pausedAt(stored, null));
  }

  private Optional<Outcome> pausedAt(StoredPromotion stored, @Nullable Instant since) {
    if (stored.isPaused() != (since != null)) {
      Promotion now = stored.terms();
      store.change(now.promotionId(), now.quota(), now.endsAt(), since);
    }
    return Optional.empty();
  }

  /**
   * Adds units to the quota and to what is left of it.
   *
   * @param key the same call, sent again with the same key, adds nothing
   */
  @UseCase("top-up-promotion")
  Outcome topUp(long promotionId, int quantity, String key) {
    return change(promotionId, stored -> topUp(stored, quantity, key));
  }

  private Optional<Outcome> topUp(StoredPromotion stored, int quantity, String key) {
    Promotion now = stored.terms();
    Optional<Integer> before = store.topUp(now.promotionId(), key);
    if (before.isPresent()) {
      return before.get() == quantity ? Optional.empty() : Optional.of(KEY_TAKEN);
    }
    if (now.quota() > PromotionRequest.MOST_UNITS - quantity) {
      String most = "must not bring the quota above " + PromotionRequest.MOST_UNITS;
      return Optional.of(invalid("quantity", most));
    }
    store.toppedUp(now.promotionId(), key, quantity, clock.instant());
    store.change(now.promotionId(), now.quota() + quantity, now.endsAt(), stored.pausedAt());
    return Optional.empty();
  }

  /** Has the sale end later. */
  @UseCase("extend-promotion")
  Outcome extend(long promotionId, Instant endsAt) {
    return change(promotionId, stored -> extend(stored, endsAt));
  }

  private Optional<Outcome> extend(StoredPromotion stored, Instant endsAt) {
    Promotion now = stored.terms();
    if (endsAt.isBefore(now.endsAt())) {
      return Optional.of(invalid("endsAt", "must not be before the present end"));
    }
    if (endsAt.isAfter(now.endsAt())) {
      store.change(now.promotionId(), now.quota(), endsAt, stored.pausedAt());
    }
    return Optional.empty();
  }

  private static Outcome invalid(String field, String message) {
    return new Outcome.Refused(Problem.invalid(field, message));
  }

  /** In this order: what Redis has and MySQL not, a rebuild would undo. */
  private Outcome change(long promotionId, Function<StoredPromotion, Optional<Outcome>> inMySql) {
    Outcome outcome =
        administration.changeLocked(
            promotionId,
            stored -> {
              if (stored.isStopped()) {
                return Outcome.STOPPED;
              }
              // An end that others were told of is one: an instance whose clock is ahead told them.
              if (stored.isEndAnnounced() || stored.isOver(clock.instant())) {
                return Outcome.ENDED;
              }
              return inMySql.apply(stored).orElseGet(Outcome.HalfDone::new);
            });
    return outcome instanceof Outcome.HalfDone
        ? administration.changeLocked(promotionId, this::inRedis)
        : outcome;
  }

  private Outcome inRedis(StoredPromotion stored) {
    if (stored.isApproved()) {
      terms.apply(stored);
    }
    return new Outcome.Changed();
  }
}
