package dev.storefront.usertag.tagging;

import java.util.Arrays;

/**
 * A user's tags by number as the database keeps them: bits as in Redis, bit 0 first, without
 * trailing zero bytes.
 *
 * @param bytes not to be changed
 */
record TagSet(byte[] bytes) {

  static final TagSet EMPTY = new TagSet(new byte[0]);

  boolean has(int tag) {
    int index = tag / Byte.SIZE;
    return index < bytes.length && (bytes[index] & maskOf(tag)) != 0;
  }

  /** This set with or without the tag; itself if it is so already. */
  TagSet with(int tag, boolean present) {
    if (has(tag) == present) {
      return this;
    }
    int index = tag / Byte.SIZE;
    byte[] changed = Arrays.copyOf(bytes, Math.max(bytes.length, index + 1));
    changed[index] ^= (byte) maskOf(tag);
    int length = changed.length;
    while (length > 0 && changed[length - 1] == 0) {
      length--;
    }
    return new TagSet(Arrays.copyOf(changed, length));
  }

  private static int maskOf(int tag) {
    return 0x80 >>> (tag % Byte.SIZE);
  }
}
