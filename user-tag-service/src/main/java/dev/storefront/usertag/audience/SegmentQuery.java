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
  private final boolean readsKnownUsers;
  private final Question question;

  /**
   * @param planner a new one
   */
  SegmentQuery(Question question, Planner planner) {
    this.question = question;
    this.roots = question.expressions().stream().map(planner::plan).toList();
    this.parts = planner.parts();
    this.tags = planner.tags().stream().map(question::number).toList();
    this.readsKnownUsers = parts.stream().anyMatch(Part::startsFromKnownUsers);
  }

  /** At the end of which day; null for the present. */
  @Nullable LocalDate day() {
    return question.day();
  }

  /** The numbers of the tags whose bitmaps {@link #evaluate} wants, in this order. */
  List<Integer> tags() {
    return tags;
  }

  /** The number of every tag, by its name. */
  Map<String, Integer> numbers() {
    return question.numbers();
  }

  /** The highest ordinal that a user may have. */
  long lastOrdinal() {
    return question.ground().lastOrdinal();
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
   * @param first the ordinal of the segment's first place
   */
  Evaluation evaluate(List<Bitmap> bitmaps, long first) {
    return new Evaluation(this, bitmaps, first);
  }
}
