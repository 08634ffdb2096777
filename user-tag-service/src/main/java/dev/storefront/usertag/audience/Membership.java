package dev.storefront.usertag.audience;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Whether a user belongs to an audience, and why. */
public record Membership(
    @Schema(example = "false") boolean member,
    @Schema(
            description =
                "the whole expression, then each of its parts once, in reading order, with the"
                    + " audiences in it put in their places")
        List<Why> why) {

  /** Whether a part of an expression holds for the user. */
  public record Why(
      @Schema(example = "NOT lost") String part, @Schema(example = "true") boolean holds) {}

  /**
   * @param hasTag whether the user has the tag of that name
   * @param ordinal the user's; 0 for one who is not known: for him nothing holds, no NOT either
   */
  static Membership of(Expression expression, Predicate<String> hasTag, long ordinal) {
    Set<Why> parts = new LinkedHashSet<>();
    expression.stream()
        .forEach(part -> parts.add(new Why(part.text(), holds(part, hasTag, ordinal))));
    return new Membership(holds(expression, hasTag, ordinal), List.copyOf(parts));
  }

  private static boolean holds(Expression part, Predicate<String> hasTag, long ordinal) {
    return ordinal > 0 && part.holds(ordinal, hasTag);
  }
}
