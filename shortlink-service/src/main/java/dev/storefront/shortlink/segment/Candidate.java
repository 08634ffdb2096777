package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.Segment;
import java.time.Instant;

/**
 * A segment that may go on to its next generation.
 *
 * @param generation the one that it is in
 * @param lastDispatchedAt when ids of it were last handed out
 * @param idle those of its ids that nobody seems to visit, as far as is known
 */
public record Candidate(
    Segment segment, int generation, Instant lastDispatchedAt, SegmentIds idle) {

  /** The same, with other ids that nobody seems to visit. */
  public Candidate withIdle(SegmentIds found) {
    return new Candidate(segment, generation, lastDispatchedAt, found);
  }
}
