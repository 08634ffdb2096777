package dev.storefront.usertag.audience;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a plan. Equal parts of a plan's expressions are one part, whatever the order of their
 * operands.
 *
 * @param id counts from 0 within the plan
 * @param operation what is done with its operands
 * @param tag of a tag, its name; else empty
 * @param set of a set that is no tag's, else null
 * @param bitmap of a tag, which of the bitmaps that are read; else -1
 * @param with operands that a user has to belong to: of an intersection to all, of a union to any;
 *     none of an intersection means all known users
 * @param without operands of an intersection that a user must not belong to
 * @param estimate about how many users belong to it
 */
record Part(
    int id,
    Operation operation,
    String tag,
    @Nullable UserSet set,
    int bitmap,
    List<Part> with,
    List<Part> without,
    double estimate) {

  enum Operation {
    TAG,
    SET,
    INTERSECTION,
    UNION
  }

  /** Two parts of a plan that have one id are the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Part part && part.id == id;
  }

  @Override
  public int hashCode() {
    return id;
  }

  /** True if it takes users away from all that are known, or may look for some among these. */
  boolean startsFromKnownUsers() {
    return operation == Operation.SET || operation == Operation.INTERSECTION && with.isEmpty();
  }
}
