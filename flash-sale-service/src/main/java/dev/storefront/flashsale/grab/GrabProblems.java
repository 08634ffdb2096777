package dev.storefront.flashsale.grab;

import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.NOT_FOUND;
import static org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE;
import static org.springframework.http.HttpStatus.TOO_MANY_REQUESTS;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.StandardProblems;

/** Refusals as the contract words them. */
final class GrabProblems {

  private GrabProblems() {}

  static Problem of(Refusal refusal) {
    Problem problem = of(refusal.reason());
    if (refusal.promotionId() != null) {
      problem = problem.with("promotionId", refusal.promotionId());
    }
    return refusal.retryAfter() == null ? problem : problem.retryAfter(refusal.retryAfter());
  }

  private static Problem of(Refusal.Reason reason) {
    return switch (reason) {
      case PROMOTION_NOT_FOUND ->
          Problem.of(NOT_FOUND, "promotion-not-found", "There is no such promotion.");
      case NOT_STARTED -> Problem.of(CONFLICT, "not-started", "The sale has not started yet.");
      case ENDED -> Problem.of(CONFLICT, "ended", "The sale is over.");
      case STOPPED -> Problem.of(CONFLICT, "stopped", "The sale has been stopped.");
      case PAUSED -> Problem.of(CONFLICT, "paused", "The sale is paused.");
      case RATE_LIMITED ->
          Problem.of(
              TOO_MANY_REQUESTS,
              "promotion-rate-limited",
              "Too many attempts at this promotion just now.");
      case LIMIT_REACHED ->
          Problem.of(CONFLICT, "limit-reached", "This is more than one buyer may hold.");
      case SOLD_OUT -> Problem.of(CONFLICT, "sold-out", "There are not as many left.");
      case ORDER_CONFLICT ->
          Problem.of(
              CONFLICT,
              "order-conflict",
              "The order id belongs to an order of other content, or to one that was cancelled.");
      case TOO_BUSY ->
          Problem.of(TOO_MANY_REQUESTS, "too-busy", "Too many grabs are under way just now.");
      case RECOVERING ->
          Problem.of(
              SERVICE_UNAVAILABLE,
              "recovering",
              "The sale is closed while what was sold is counted again. Try again later.");
      case CLOSED ->
          Problem.of(
              SERVICE_UNAVAILABLE,
              "unavailable",
              "All sales are closed for maintenance. Try again later.");
      case UNAVAILABLE -> StandardProblems.unavailable();
    };
  }
}
