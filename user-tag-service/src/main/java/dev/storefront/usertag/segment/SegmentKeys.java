package dev.storefront.usertag.segment;

import dev.storefront.common.namespace.Namespace;

/**
 * The Redis keys: the design article's, with the hash tag that holds a segment in one slot. Tags go
 * by their number, so that one named {@code all} is nothing special and one that was deleted and
 * made anew starts empty. What lies under each is said in {@code usertag/applyMarks}.
 *
 * @param namespace what is put before every key
 * @param segment from 0
 */
record SegmentKeys(Namespace namespace, int segment) {

  /** Hash: encoding, count and version of each set of users; short sets themselves. */
  String sets() {
    return namespace.key("usertag:sets:{u:" + segment + "}");
  }

  /** Hash: longer sets that are no bitmaps. */
  String packed() {
    return namespace.key("usertag:packed:{u:" + segment + "}");
  }

  /** Hash: the tags of each user, in blocks. */
  String tags() {
    return namespace.key("usertag:all:{u:" + segment + "}");
  }

  /**
   * Bitmap: the segment's users who have the tag; the known ones for {@link SegmentStore#KNOWN},
   * the erased ones for {@link SegmentStore#ERASED}.
   */
  String plain(int tag) {
    return namespace.key(
        switch (tag) {
          case SegmentStore.KNOWN -> "user:all:{u:" + segment + "}";
          case SegmentStore.ERASED -> "user:erased:{u:" + segment + "}";
          default -> "user:tag:{u:" + segment + "}:" + tag;
        });
  }
}
