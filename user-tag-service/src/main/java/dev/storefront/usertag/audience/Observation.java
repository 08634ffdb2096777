package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;

/** What was seen of a query's parts on one or more segments. Of one thread. */
final class Observation {

  private final long[] segmentsByPart;
  private final long[] usersByPart;
  private long segments;
  private long bytes;

  Observation(SegmentQuery query) {
    segmentsByPart = new long[query.parts().size()];
    usersByPart = new long[query.parts().size()];
  }

  /** Works the query out on a segment. */
  static Observation of(SegmentQuery query, Evaluation segment) {
    Observation seen = new Observation(query);
    segment.users();
    seen.segments = 1;
    seen.bytes = segment.bytesRead();
    for (Part part : query.parts()) {
      Bitmap users = segment.usersIfDone(part);
      if (users != null) {
        seen.segmentsByPart[part.id()] = 1;
        seen.usersByPart[part.id()] = users.cardinality();
      }
    }
    return seen;
  }

  /** Returns true: there is more to see. */
  boolean add(Observation other) {
    segments += other.segments;
    bytes += other.bytes;
    for (int i = 0; i < usersByPart.length; i++) {
      segmentsByPart[i] += other.segmentsByPart[i];
      usersByPart[i] += other.usersByPart[i];
    }
    return true;
  }

  long segments() {
    return segments;
  }

  long bytes() {
    return bytes;
  }

  /** In how many segments the part was worked out. */
  long segments(Part part) {
    return segmentsByPart[part.id()];
  }

  /** How many users were found there. */
  long users(Part part) {
    return usersByPart[part.id()];
  }
}
