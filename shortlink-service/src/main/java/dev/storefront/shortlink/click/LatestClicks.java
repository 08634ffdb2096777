package dev.storefront.shortlink.click;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The ids of the last {@value #MOST} clicks of a partition, eight bytes of each. A click that comes
 * again under its id, at another offset, is no other click.
 */
final class LatestClicks {

  /** More than a producer sends before it knows that it sends something again. */
  static final int MOST = 1_000;

  private final Set<Long> digests = new LinkedHashSet<>();

  /**
   * As {@link #encoded} before.
   *
   * @param kept empty if there were none
   */
  static LatestClicks of(byte[] kept) {
    LatestClicks latest = new LatestClicks();
    ByteBuffer buffer = ByteBuffer.wrap(kept);
    while (buffer.remaining() >= Long.BYTES) {
      latest.digests.add(buffer.getLong());
    }
    return latest;
  }

  /** Notes a click; false if it is one of them already. */
  boolean add(String eventId) {
    if (!digests.add(
        Hashing.farmHashFingerprint64().hashString(eventId, StandardCharsets.UTF_8).asLong())) {
      return false;
    }
    if (digests.size() > MOST) {
      Iterator<Long> oldest = digests.iterator();
      oldest.next();
      oldest.remove();
    }
    return true;
  }

  /** The oldest first; 8,000 bytes at most. */
  byte[] encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(digests.size() * Long.BYTES);
    digests.forEach(buffer::putLong);
    return buffer.array();
  }
}
