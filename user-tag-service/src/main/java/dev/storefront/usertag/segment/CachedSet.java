package dev.storefront.usertag.segment;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.StoredSets.Stored;

/**
 * Users of a segment who have a tag, as Redis had them.
 *
 * @param build of which building of the segment they are
 * @param set without its bytes
 */
record CachedSet(String build, Stored set, Bitmap users) {

  private static final int OVERHEAD = 160;
  private static final byte[] NOTHING = {};

  /** Fails as {@link Stored#decodeWhole}. */
  static CachedSet of(String build, Stored set, int segmentBits) {
    return new CachedSet(
        build,
        new Stored(set.tag(), set.version(), set.encoding(), NOTHING, set.users()),
        set.decodeWhole(segmentBits));
  }

  /** In bytes, about. */
  int size() {
    return OVERHEAD + users.byteCount();
  }
}
