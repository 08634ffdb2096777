package dev.storefront.flashsale.grab;

import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.NOT_FOUND;
import static org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE;
import static org.springframework.http.HttpStatus.TOO_MANY_REQUESTS;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.StandardProblems;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Why an order got nothing: it holds nothing.
 *
 * @param promotionId whose promotion refused, null if the order as a whole was
 * @param retryAfter when it may go better, null where that is not known
 */
record Refusal(Reason reason, @Nullable Long promotionId, @Nullable Duration retryAfter)
    implements GrabOutcome {

  /** The reasons, as the contract words them. */
  enum Reason {
    PROMOTION_NOT_FOUND(NOT_FOUND, "promotion-not-found", "There is no such promotion."),
    NOT_STARTED(CONFLICT, "not-started", "The sale has not started yet."),
    ENDED(CONFLICT, "ended", "The sale is over."),
    STOPPED(CONFLICT, "stopped", "The sale has been stopped."),
    PAUSED(CONFLICT, "paused", "The sale is paused."),
    RATE_LIMITED(
        TOO_MANY_REQUESTS,
        "promotion-rate-limited",
        "Too many attempts at this promotion just now."),
    LIMIT_REACHED(CONFLICT, "limit-reached", "This is more than one buyer may hold."),
    SOLD_OUT(CONFLICT, "sold-out", "There are not as many left."),
    ORDER_CONFLICT(
        CONFLICT,
        "order-conflict",
        "The order id belongs to an order of other content, or to one that was cancelled or not paid"
            + " for in time."),
    TOO_BUSY(TOO_MANY_REQUESTS, "too-busy", "Too many grabs are under way just now."),
    RECOVERING(
        SERVICE_UNAVAILABLE,
        "recovering",
        "The sale is closed while what was sold is counted again. Try again later."),
    /** By an operator, for maintenance. */
    CLOSED(
        SERVICE_UNAVAILABLE,
        "unavailable",
        "All sales are closed for maintenance. Try again later."),
    UNAVAILABLE(StandardProblems.unavailable());

    private final Problem problem;

    Reason(HttpStatus status, String code, String detail) {
      this(Problem.of(status, code, detail));
    }

    Reason(Problem problem) {
      this.problem = problem;
    }
  }

  static Refusal of(Reason reason) {
    return new Refusal(reason, null, null);
  }

  Problem problem() {
    Problem problem =
        promotionId == null ? reason.problem : reason.problem.with("promotionId", promotionId);
    return retryAfter == null ? problem : problem.retryAfter(retryAfter);
  }
}
