package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An expression ready to be worked out on segments, any number at a time.
 *
 * <p>{@code NOT} is all known users AND NOT its operand, never an exclusive or: that would turn a
 * user who has the tag and is not among the known ones into a result. Where {@code NOT} is one of
 * several operands of {@code AND}, it only takes away from the others.
 */
final class SegmentQuery {

  private final Expression expression;
  private final List<Integer> tags;
  private final Map<String, Integer> numbers;
  private final boolean readsKnownUsers;

  /**
   * @param numbers the number of every tag of the expression
   */
  SegmentQuery(Expression expression, Map<String, Integer> numbers) {
    this.expression = expression;
    this.tags = expression.tagNames().stream().map(numbers::get).toList();
    this.numbers = numbers;
    this.readsKnownUsers = startsFromKnownUsers(expression);
  }

  /** The numbers of the tags whose bitmaps {@link #evaluate} wants, in this order. */
  List<Integer> tags() {
    return tags;
  }

  /** The number of every tag, by its name. */
  Map<String, Integer> numbers() {
    return numbers;
  }

  /** Whether {@link #evaluate} wants the known users. */
  boolean readsKnownUsers() {
    return readsKnownUsers;
  }

  /**
   * The users of one segment who belong to the audience.
   *
   * @param bitmaps one for each of {@link #tags()}, then the known users
   */
  Bitmap evaluate(List<Bitmap> bitmaps) {
    return evaluate(expression, bitmaps);
  }

  private Bitmap evaluate(Expression part, List<Bitmap> bitmaps) {
    if (part instanceof Expression.HasTag tag) {
      return bitmaps.get(tags.indexOf(numbers.get(tag.name())));
    }
    if (part instanceof Expression.Not not) {
      return bitmaps.get(tags.size()).andNot(evaluate(not.inner(), bitmaps));
    }
    if (part instanceof Expression.And and) {
      return intersect(and.all(), bitmaps);
    }
    Bitmap union = Bitmap.EMPTY;
    for (Expression operand : ((Expression.Or) part).any()) {
      union = union.or(evaluate(operand, bitmaps));
    }
    return union;
  }

  private Bitmap intersect(List<Expression> operands, List<Bitmap> bitmaps) {
    List<Expression> ordered = positiveFirst(operands);
    Bitmap common = evaluate(ordered.get(0), bitmaps);
    for (Expression operand : ordered.subList(1, ordered.size())) {
      common =
          operand instanceof Expression.Not not
              ? common.andNot(evaluate(not.inner(), bitmaps))
              : common.and(evaluate(operand, bitmaps));
    }
    return common;
  }

  private static boolean startsFromKnownUsers(Expression part) {
    if (part instanceof Expression.Not) {
      return true;
    }
    if (part instanceof Expression.And and) {
      List<Expression> ordered = positiveFirst(and.all());
      return startsFromKnownUsers(ordered.get(0))
          || ordered.stream()
              .skip(1)
              .map(operand -> operand instanceof Expression.Not not ? not.inner() : operand)
              .anyMatch(SegmentQuery::startsFromKnownUsers);
    }
    return part instanceof Expression.Or or
        && or.any().stream().anyMatch(SegmentQuery::startsFromKnownUsers);
  }

  private static List<Expression> positiveFirst(List<Expression> operands) {
    List<Expression> ordered = new ArrayList<>(operands);
    ordered.sort((a, b) -> Boolean.compare(isNot(a), isNot(b)));
    return ordered;
  }

  private static boolean isNot(Expression expression) {
    return expression instanceof Expression.Not;
  }
}
