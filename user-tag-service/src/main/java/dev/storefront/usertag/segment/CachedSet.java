package dev.storefront.usertag.segment;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.StoredSets.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Users of a segment who have a tag, as Redis had them.
 *
 * @param build of which building of the segment they are
 * @param set without its bytes if they are kept as {@code plain}
 * @param plain null but for a bitmap
 */
record CachedSet(String build, Stored set, @Nullable Bitmap plain) {

  private static final int OVERHEAD = 160;
  private static final byte[] NOTHING = {};

  static CachedSet of(String build, Stored set) {
    return set.encoding() == EncodedSet.PLAIN
        ? new CachedSet(
            build,
            new Stored(set.tag(), set.version(), set.encoding(), NOTHING, set.users()),
            Bitmap.of(set.bytes()))
        : new CachedSet(build, set, null);
  }

  Bitmap users(int segmentBits) {
    return plain == null ? set.decode(segmentBits) : plain;
  }

  /** In bytes, about. */
  int size() {
    return OVERHEAD + (plain == null ? set.bytes().length : plain.byteCount());
  }
}
