package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Expressions ready to be worked out together on segments, any number of segments at a time.
 *
 * <p>{@code NOT} is all known users AND NOT its operand, never an exclusive or: that would turn a
 * user who has the tag and is not among the known ones into a result. Where {@code NOT} is one of
 * several operands of {@code AND}, it only takes away from the others.
 */
final class SegmentQuery {

  private final List<Part> roots;
  private final List<Part> parts;
  private final List<Integer> tags;
  private final Map<String, Integer> numbers;
  private final boolean readsKnownUsers;
  private final @Nullable LocalDate day;

  /**
   * @param expressions one or more that name no audience
   * @param numbers the number of every tag of the expressions
   * @param planner a new one
   * @param day at the end of which day; null for the present
   */
  SegmentQuery(
      List<Expression> expressions,
      Map<String, Integer> numbers,
      Planner planner,
      @Nullable LocalDate day) {
    this.day = day;
    this.roots = expressions.stream().map(planner::plan).toList();
    this.parts = planner.parts();
    this.tags = planner.tags().stream().map(numbers::get).toList();
    this.numbers = numbers;
    this.readsKnownUsers = parts.stream().anyMatch(Part::startsFromKnownUsers);
  }

  /** At the end of which day; null for the present. */
  @Nullable LocalDate day() {
    return day;
  }

  /** The numbers of the tags whose bitmaps {@link #evaluate} wants, in this order. */
  List<Integer> tags() {
    return tags;
  }

  /** The number of every tag, by its name. */
  Map<String, Integer> numbers() {
    return numbers;
  }

  /** The expressions, in their order. */
  List<Part> roots() {
    return roots;
  }

  /** All parts of the plan, by id. */
  List<Part> parts() {
    return parts;
  }

  /** Whether {@link #evaluate} wants the known users. */
  boolean readsKnownUsers() {
    return readsKnownUsers;
  }

  /**
   * Works the expressions out on one segment.
   *
   * @param bitmaps one for each of {@link #tags()}, then the known users
   */
  Evaluation evaluate(List<Bitmap> bitmaps) {
    return new Evaluation(this, bitmaps);
  }
}
