package dev.storefront.benchmarks.shortlink;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Plain links as few bytes, one after the other: which it is, flags (live or deleted, whether it
 * has an end, http or https), its generation, version and time of making, its owner, the moment of
 * its idleness, and its target without the scheme.
 */
final class PackedLinks {

  private static final int MOST_BYTES = 64 * 1024;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;
  private static final int TIME_BYTES = 6;
  private static final byte LIVE_HTTPS = 3;
  private static final String SCHEME = "https://";

  private final ByteBuffer buffer = ByteBuffer.allocate(MOST_BYTES);
  private final byte[] owner;
  private final long now;

  PackedLinks(String owner, long now) {
    this.owner = owner.getBytes(StandardCharsets.UTF_8);
    this.now = now;
  }

  void add(int which, String url, long idleMillis) {
    byte[] target = url.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8);
    buffer.put((byte) which).put(LIVE_HTTPS);
    varint(1);
    time(now);
    varint(0); // made at its version
    varint(owner.length);
    buffer.put(owner);
    time(now + idleMillis);
    varint(target.length);
    buffer.put(target);
  }

  byte[] bytes() {
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  private void time(long millis) {
    for (int i = TIME_BYTES - 1; i >= 0; i--) {
      buffer.put((byte) (millis >> (i * Byte.SIZE)));
    }
  }

  private void varint(int value) {
    int left = value;
    while (left >= VARINT_MORE) {
      buffer.put((byte) (left | VARINT_MORE));
      left >>>= VARINT_BITS;
    }
    buffer.put((byte) left);
  }
}
