package dev.storefront.usertag.audience;

import java.util.List;

/** What becomes of an expression once the standing audiences in it are put in their places. */
sealed interface Expansion {

  /** It names tags alone now. */
  record Expanded(Expression expression) implements Expansion {}

  /** It cannot be expanded. */
  sealed interface Refused extends Expansion {}

  /** There is no such standing audience. */
  record UnknownAudience(String name) implements Refused {}

  /**
   * An audience is part of itself.
   *
   * @param path names, each of which has the next one in its expression; the last one is among the
   *     others
   */
  record Circular(List<String> path) implements Refused {}

  /** Audiences stand within audiences more than {@code most} deep. */
  record TooDeep(int most) implements Refused {}

  /** It has more than {@code most} operators and names, or more than {@code mostTags} tags. */
  record TooLarge(int most, int mostTags) implements Refused {}
}
