package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.List;

/**
 * Expressions ready to be worked out together on segments, any number of segments at a time.
 *
 * <p>{@code NOT} is all known users AND NOT its operand, never an exclusive or: that would turn a
 * user who has the tag and is not among the known ones into a result. Where {@code NOT} is one of
 * several operands of {@code AND}, it only takes away from the others.
 *
 * @param question what is asked for
 * @param roots the expressions, in their order
 * @param parts all of the plan, by id
 * @param tags the numbers of the tags whose bitmaps {@link #evaluate} wants, in this order
 * @param readsKnownUsers whether {@link #evaluate} wants the known users
 */
record SegmentQuery(
    Question question,
    List<Part> roots,
    List<Part> parts,
    List<Integer> tags,
    boolean readsKnownUsers) {

  /**
   * @param planner a new one
   */
  static SegmentQuery of(Question question, Planner planner) {
    List<Part> roots = question.expressions().stream().map(planner::plan).toList();
    List<Part> parts = planner.parts();
    return new SegmentQuery(
        question,
        roots,
        parts,
        planner.tags().stream().map(question::number).toList(),
        parts.stream().anyMatch(Part::startsFromKnownUsers));
  }

  /** The highest ordinal that a user may have. */
  long lastOrdinal() {
    return question.ground().lastOrdinal();
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
