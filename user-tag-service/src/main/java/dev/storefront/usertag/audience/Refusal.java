package dev.storefront.usertag.audience;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * Why an expression cannot be worked out.
 *
 * @param code as callers are told, of a 400
 * @param detail for people
 * @param members what else they are told
 */
record Refusal(String code, String detail, Map<String, Object> members) {

  private static final String SYNTAX = "invalid-expression";

  /**
   * A text is no expression.
   *
   * @param position index of the first character that cannot stand where it stands, from 0; the
   *     text's length if something is missing at its end
   * @param expected what could stand there
   */
  static Refusal syntax(int position, String expected) {
    return new Refusal(
        SYNTAX, "At position %d: %s.".formatted(position, expected), Map.of("position", position));
  }

  /** There is no such standing audience. */
  static Refusal unknownAudience(String name) {
    return new Refusal(
        "unknown-audience", "There is no audience '%s'.".formatted(name), Map.of("audience", name));
  }

  /**
   * An audience is part of itself.
   *
   * @param path names, each of which has the next one in its expression; the last one is among the
   *     others
   */
  static Refusal circular(List<String> path) {
    return new Refusal(
        "circular-audience",
        "An audience cannot be part of itself: %s.".formatted(String.join(", then ", path)),
        Map.of());
  }

  /** Audiences stand within audiences more than {@code most} deep. */
  static Refusal tooDeep(int most) {
    return new Refusal(
        "expression-too-deep",
        "Audiences may stand within each other %d deep.".formatted(most),
        Map.of());
  }

  /** It has more than {@code most} operators and names, or more than {@code mostTags} tags. */
  static Refusal tooLarge(int most, int mostTags) {
    return new Refusal(
        "expression-too-large",
        "With the audiences in it, an expression may have %d different tags, and %d tags and operators."
            .formatted(mostTags, most),
        Map.of());
  }

  /**
   * As callers are told who sent several texts: which of them is no expression.
   *
   * @param index from 0
   */
  Refusal ofText(int index) {
    if (!code.equals(SYNTAX)) {
      return this;
    }
    Map<String, Object> more = new HashMap<>(members);
    more.put("index", index);
    return new Refusal(code, detail, more);
  }

  /** As callers are told. */
  ProblemException problem() {
    return new Problem(HttpStatus.BAD_REQUEST, code, detail, members, null).toException();
  }
}
