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

  /**
   * 400 {@code invalid-expression} with {@code position}.
   *
   * @param index which of the expressions it is, from 0
   */
  static ProblemException noExpression(int index, ParsedExpression.Invalid error) {
    return Problem.of(
            HttpStatus.BAD_REQUEST,
            "invalid-expression",
            "At position %d: %s.".formatted(error.position(), error.message()))
        .with("position", error.position())
        .with("index", index)
        .toException();
  }

  /** 400: a standing audience cannot be put in its place. */
  static ProblemException notExpanded(Expansion.Refused refused) {
    return problem(refused).toException();
  }

  private static Problem problem(Expansion.Refused refused) {
    if (refused instanceof Expansion.UnknownAudience unknown) {
      return bad("unknown-audience", "There is no audience '%s'.".formatted(unknown.name()))
          .with("audience", unknown.name());
    }
    if (refused instanceof Expansion.Circular circular) {
      return bad(
          "circular-audience",
          "An audience cannot be part of itself: %s."
              .formatted(String.join(", then ", circular.path())));
    }
    if (refused instanceof Expansion.TooDeep deep) {
      return bad(
          "expression-too-deep",
          "Audiences may stand within each other %d deep.".formatted(deep.most()));
    }
    Expansion.TooLarge large = (Expansion.TooLarge) refused;
    return bad(
        "expression-too-large",
        "With the audiences in it, an expression may have %d different tags, and %d tags and operators."
            .formatted(large.mostTags(), large.most()));
  }

  private static Problem bad(String code, String detail) {
    return Problem.of(HttpStatus.BAD_REQUEST, code, detail);
  }
}
