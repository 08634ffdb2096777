package dev.storefront.usertag.segment;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import org.jspecify.annotations.Nullable;

/**
 * Users of a segment who have a tag, as Redis had them.
 *
 * @param build of which building of the segment they are
 * @param version of the set within that
 * @param plain null if they are kept as {@code bytes}
 */
record CachedSet(String build, long version, int encoding, byte[] bytes, @Nullable Bitmap plain) {

  private static final int OVERHEAD = 160;

  static CachedSet of(String build, long version, int encoding, byte[] bytes) {
    return encoding == EncodedSet.PLAIN
        ? new CachedSet(build, version, encoding, new byte[0], Bitmap.of(bytes))
        : new CachedSet(build, version, encoding, bytes, null);
  }

  Bitmap users(int segmentBits) {
    return plain == null ? EncodedSet.decode(encoding, bytes, segmentBits) : plain;
  }

  /** In bytes, about. */
  int size() {
    return OVERHEAD + (plain == null ? bytes.length : plain.byteCount());
  }
}
