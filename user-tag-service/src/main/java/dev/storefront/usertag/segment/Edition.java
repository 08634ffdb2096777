package dev.storefront.usertag.segment;

import java.util.List;

/**
 * What a segment told when it was read: which edition it has of the tags and segments there are.
 * While it tells the same one, confirmed, no tag was deleted and no segment was begun behind it.
 *
 * @param segment from 0
 * @param build of which building of it
 * @param told the edition, from 0; if it is not confirmed, -1 minus that
 */
public record Edition(int segment, String build, long told) {

  /** Of a reply that begins with the building and ends with the edition. */
  static Edition of(int segment, List<Object> reply) {
    return new Edition(
        segment, SegmentReplies.text(reply.get(0)), (Long) reply.get(reply.size() - 1));
  }

  /** False while a change may be under way. */
  public boolean isConfirmed() {
    return told >= 0;
  }

  long number() {
    return isConfirmed() ? told : -1 - told;
  }
}
