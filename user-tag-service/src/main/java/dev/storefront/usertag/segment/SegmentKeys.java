package dev.storefront.usertag.segment;

import dev.storefront.common.namespace.Namespace;

/**
 * The Redis keys: the design article's, with the hash tag that holds a segment in one slot. Tags go
 * by their number, so that one named {@code all} is nothing special and one that was deleted and
 * made anew starts empty.
 *
 * @param namespace what is put before every key
 * @param segment from 0
 */
record SegmentKeys(Namespace namespace, int segment) {

  /** Bitmap by offset: the segment's known users. */
  String knownUsers() {
    return namespace.key("user:all:{u:%d}".formatted(segment));
  }

  /** Bitmap by offset: the segment's users who have the tag. */
  String usersOf(int tag) {
    return namespace.key("user:tag:{u:%d}:%d".formatted(segment, tag));
  }

  /** Bitmap by tag number: the tags of the user. */
  String tagsOf(long ordinal) {
    return namespace.key("usertag:all:{u:%d}:%d".formatted(segment, ordinal));
  }

  /** Hash by tag number: how many users of the segment have the tag. */
  String counts() {
    return namespace.key("usertag:counts:{u:%d}".formatted(segment));
  }
}
