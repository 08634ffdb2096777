package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.List;

/** What was seen of a query's parts on one or more segments. Of one thread. */
final class Observation {

  private final List<Part> parts;
  private final long[] segmentsByPart;
  private final long[] usersByPart;
  private long segments;
  private long bytes;

  Observation(SegmentQuery query) {
    parts = query.parts();
    segmentsByPart = new long[parts.size()];
    usersByPart = new long[parts.size()];
  }

  /** Adds a segment on which the query was worked out; returns true: there is more to see. */
  boolean add(Evaluation segment) {
    segments++;
    bytes += segment.bytesRead();
    for (Part part : parts) {
      Bitmap users = segment.usersIfDone(part);
      if (users != null) {
        segmentsByPart[part.id()]++;
        usersByPart[part.id()] += users.cardinality();
      }
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
