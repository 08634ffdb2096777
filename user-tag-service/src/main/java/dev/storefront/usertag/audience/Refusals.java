package dev.storefront.usertag.audience;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import org.springframework.http.HttpStatus;

/** What callers are told when a question has no answer. */
final class Refusals {

  private Refusals() {}

  /** 429 {@code too-busy}. */
  static ProblemException tooBusy() {
    return Problem.of(
            HttpStatus.TOO_MANY_REQUESTS,
            "too-busy",
            "Too many audiences are being worked out. Try again later.")
        .toException();
  }

  /** 400 {@code invalid-expression} with {@code position}. */
  static ProblemException noExpression(ParsedExpression.Invalid error) {
    return Problem.of(
            HttpStatus.BAD_REQUEST,
            "invalid-expression",
            "At position %d: %s.".formatted(error.position(), error.message()))
        .with("position", error.position())
        .toException();
  }
}
