package dev.storefront.usertag.audience;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who belongs to an audience, in terms of tags and of standing audiences. */
sealed interface Expression {

  /** The users who have the tag. */
  record HasTag(String name) implements Expression {}

  /** The users of the standing audience of that name. */
  record InAudience(String name) implements Expression {}

  /** The known users of a set that is no tag's. */
  record InSet(UserSet users) implements Expression {}

  /** All known users but those of {@code inner}. */
  record Not(Expression inner) implements Expression {}

  /** The users whom all have in common; two or more. */
  record And(List<Expression> all) implements Expression {}

  /** The users who belong to any; two or more. */
  record Or(List<Expression> any) implements Expression {}

  /** The names of all tags, each once, in the order in which they first appear. */
  default Set<String> tagNames() {
    return stream()
        .filter(HasTag.class::isInstance)
        .map(part -> ((HasTag) part).name())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The names of all standing audiences, each once, in the order in which they first appear. */
  default Set<String> audienceNames() {
    return stream()
        .filter(InAudience.class::isInstance)
        .map(part -> ((InAudience) part).name())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** This, and then all its parts with theirs, in reading order. */
  default Stream<Expression> stream() {
    return Stream.concat(Stream.of(this), operands().stream().flatMap(Expression::stream));
  }

  /** What it is made of; nothing of a tag, a set and a standing audience. */
  default List<Expression> operands() {
    if (this instanceof Not not) {
      return List.of(not.inner());
    }
    if (this instanceof And and) {
      return and.all();
    }
    return this instanceof Or or ? or.any() : List.of();
  }

  /** The same of other tags, sets and audiences: in the place of each stands what is made of it. */
  default Expression replacing(UnaryOperator<Expression> leaf) {
    if (this instanceof Not not) {
      return new Not(not.inner().replacing(leaf));
    }
    List<Expression> parts = operands().stream().map(part -> part.replacing(leaf)).toList();
    if (this instanceof And) {
      return new And(parts);
    }
    return this instanceof Or ? new Or(parts) : leaf.apply(this);
  }

  /**
   * Whether it holds for a user who is known; it names no audience.
   *
   * @param hasTag whether the user has the tag of that name
   */
  default boolean holds(long ordinal, Predicate<String> hasTag) {
    if (this instanceof HasTag tag) {
      return hasTag.test(tag.name());
    }
    if (this instanceof InSet set) {
      return set.users().has(ordinal);
    }
    if (this instanceof Not not) {
      return !not.inner().holds(ordinal, hasTag);
    }
    return this instanceof And
        ? operands().stream().allMatch(part -> part.holds(ordinal, hasTag))
        : operands().stream().anyMatch(part -> part.holds(ordinal, hasTag));
  }

  /** As one would write it, without more parentheses than needed. */
  default String text() {
    if (this instanceof HasTag tag) {
      return tag.name();
    }
    if (this instanceof InSet set) {
      return set.users().text();
    }
    if (this instanceof InAudience audience) {
      return "@" + audience.name();
    }
    if (this instanceof Not not) {
      return "NOT " + not.inner().asOperand(Not.class);
    }
    boolean isAnd = this instanceof And;
    return operands().stream()
        .map(operand -> isAnd ? operand.asOperand(And.class) : operand.asOperand(Or.class))
        .collect(Collectors.joining(isAnd ? " AND " : " OR "));
  }

  private String asOperand(Class<? extends Expression> of) {
    boolean needsParentheses = this instanceof Or || (this instanceof And && of != Or.class);
    return needsParentheses ? "(" + text() + ")" : text();
  }
}
