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
   * @param isKnown whether the user is known: for others nothing holds, no NOT either
   */
  static Membership of(Expression expression, Predicate<String> hasTag, boolean isKnown) {
    Set<Why> parts = new LinkedHashSet<>();
    expression.stream()
        .forEach(part -> parts.add(new Why(part.text(), isKnown && holds(part, hasTag))));
    return new Membership(isKnown && holds(expression, hasTag), List.copyOf(parts));
  }

  private static boolean holds(Expression part, Predicate<String> hasTag) {
    if (part instanceof Expression.HasTag tag) {
      return hasTag.test(tag.name());
    }
    if (part instanceof Expression.Not not) {
      return !holds(not.inner(), hasTag);
    }
    return part instanceof Expression.And and
        ? and.all().stream().allMatch(operand -> holds(operand, hasTag))
        : part.operands().stream().anyMatch(operand -> holds(operand, hasTag));
  }
}
