package dev.storefront.usertag.imports;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** Cuts what a sorted import concerns into steps, in its order. Used by one thread. */
final class ImportSteps {

  private static final int MARKS_PER_STEP = 5_000;

  private final SegmentLayout layout;
  private final Function<ImportPlace, List<SortedUsers>> source;
  private final Deque<SortedUsers> ahead = new ArrayDeque<>();

  /**
   * @param source the next users from a place on, in order; none at the end
   */
  ImportSteps(SegmentLayout layout, Function<ImportPlace, List<SortedUsers>> source) {
    this.layout = layout;
    this.source = source;
  }

  /**
   * Some users.
   *
   * @param next where the step behind it begins
   */
  record Step(List<Mark> marks, ImportPlace next) {

    long given() {
      return marks.stream().filter(Mark::present).count();
    }

    long taken() {
      return marks.size() - given();
    }
  }

  /** Asks for more if nothing is left; returns whether there is a step. A repeat does no harm. */
  boolean fill(ImportPlace place) {
    if (ahead.isEmpty()) {
      ahead.addAll(source.apply(place));
    }
    return !ahead.isEmpty();
  }

  /**
   * The step at a place; there is one, as {@link #fill} said.
   *
   * @param place where the step before it ended
   */
  Step next(ImportPlace place) {
    List<Mark> marks = new ArrayList<>();
    ImportPlace next = place;
    while (marks.size() < MARKS_PER_STEP && !ahead.isEmpty()) {
      SortedUsers set = ahead.element();
      int[] offsets = set.users().positions(set.firstFrom(next), MARKS_PER_STEP - marks.size());
      for (int offset : offsets) {
        marks.add(
            new Mark(layout.ordinalOf(set.segment(), offset), set.tag(), set.given().get(offset)));
      }
      if (marks.size() == MARKS_PER_STEP) {
        next = new ImportPlace(set.segment(), set.tag(), offsets[offsets.length - 1] + 1);
      } else {
        ahead.remove();
        next = new ImportPlace(set.segment(), set.tag() + 1, 0);
      }
    }
    return new Step(marks, next);
  }
}
