package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query on one segment. Each part is worked out when it is first asked for, and once; one that
 * can make no difference any more is not. Of one thread.
 */
final class Evaluation {

  private final SegmentQuery query;
  private final List<Bitmap> read;
  private final long first;
  private final @Nullable Bitmap[] done;

  /**
   * @param first the ordinal of the segment's first place
   */
  Evaluation(SegmentQuery query, List<Bitmap> read, long first) {
    this.first = first;
    this.query = query;
    this.read = read;
    this.done = new @Nullable Bitmap[query.parts().size()];
  }

  /** The segment's users who belong to the first expression. */
  Bitmap users() {
    return users(0);
  }

  /**
   * How many users of the segment belong to the first expression. What the last step of it would
   * leave is counted and not made.
   */
  int count() {
    Part part = query.roots().get(0);
    return switch (part.operation()) {
      case TAG, SET -> users(part).cardinality();
      case UNION -> countOfUnion(part);
      case INTERSECTION -> countOfIntersection(part);
    };
  }

  /** This, once it is known who belongs to the first expression. */
  Evaluation workedOut() {
    users();
    return this;
  }

  /** The segment's users who belong to an expression, by its index. */
  Bitmap users(int expression) {
    return users(query.roots().get(expression));
  }

  /** The users of a part; null if it was not needed so far. */
  @Nullable Bitmap usersIfDone(Part part) {
    return done[part.id()];
  }

  /** How many bytes were read. */
  long bytesRead() {
    return read.stream().mapToLong(Bitmap::byteCount).sum();
  }

  private Bitmap users(Part part) {
    Bitmap users = done[part.id()];
    if (users == null) {
      users =
          switch (part.operation()) {
            case TAG -> read.get(part.bitmap());
            case SET -> among(known(), part);
            case UNION -> union(part);
            case INTERSECTION -> intersection(part);
          };
      done[part.id()] = users;
    }
    return users;
  }

  private Bitmap union(Part part) {
    return union(part, part.with().size());
  }

  /** Of the first operands alone. */
  private Bitmap union(Part part, int operands) {
    Bitmap union = users(part.with().get(0));
    for (Part operand : part.with().subList(1, operands)) {
      union = union.or(users(operand));
    }
    return union;
  }

  private Bitmap intersection(Part part) {
    return intersection(part, part.with().size() + part.without().size());
  }

  /** Of the first operands alone: first those that are to hold, then those that are not to. */
  private Bitmap intersection(Part part, int operands) {
    List<Part> with = part.with();
    Bitmap common = with.isEmpty() ? known() : users(with.get(0));
    for (int i = 1; i < Math.min(with.size(), operands) && !common.isEmpty(); i++) {
      common =
          with.get(i).set() == null ? common.and(users(with.get(i))) : among(common, with.get(i));
    }
    for (int i = 0; i < operands - with.size() && !common.isEmpty(); i++) {
      Part other = part.without().get(i);
      common = common.andNot(other.set() == null ? users(other) : among(common, other));
    }
    return common;
  }

  private int countOfUnion(Part part) {
    int last = part.with().size() - 1;
    return union(part, last).orCount(users(part.with().get(last)));
  }

  private int countOfIntersection(Part part) {
    int last = part.with().size() + part.without().size() - 1;
    Bitmap before = intersection(part, last);
    if (before.isEmpty()) {
      return 0;
    }
    boolean isWanted = last < part.with().size();
    Part operand = isWanted ? part.with().get(last) : part.without().get(last - part.with().size());
    int both =
        operand.set() == null
            ? before.andCount(users(operand))
            : among(before, operand).cardinality();
    return isWanted ? both : before.cardinality() - both;
  }

  private Bitmap known() {
    return read.get(query.tags().size());
  }

  private Bitmap among(Bitmap users, Part part) {
    return Objects.requireNonNull(part.set()).among(users, first);
  }
}
