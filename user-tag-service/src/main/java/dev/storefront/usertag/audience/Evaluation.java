package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query on one segment. Each part is worked out when it is first asked for, and once; one that
 * can make no difference any more is not. Of one thread.
 */
final class Evaluation {

  private final SegmentQuery query;
  private final List<Bitmap> read;
  private final @Nullable Bitmap[] done;

  Evaluation(SegmentQuery query, List<Bitmap> read) {
    this.query = query;
    this.read = read;
    this.done = new @Nullable Bitmap[query.parts().size()];
  }

  /** The segment's users who belong to the first expression. */
  Bitmap users() {
    return users(0);
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
            case UNION -> union(part);
            case INTERSECTION -> intersection(part);
          };
      done[part.id()] = users;
    }
    return users;
  }

  private Bitmap union(Part part) {
    Bitmap union = Bitmap.EMPTY;
    for (Part operand : part.with()) {
      union = union.or(users(operand));
    }
    return union;
  }

  private Bitmap intersection(Part part) {
    List<Part> with = part.with();
    Bitmap common = with.isEmpty() ? read.get(query.tags().size()) : users(with.get(0));
    for (int i = 1; i < with.size() && !common.isEmpty(); i++) {
      common = common.and(users(with.get(i)));
    }
    for (int i = 0; i < part.without().size() && !common.isEmpty(); i++) {
      common = common.andNot(users(part.without().get(i)));
    }
    return common;
  }
}
