package dev.storefront.usertag.bitmap;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Users of one segment by their places in it, in one of the three encodings that {@code
 * usertag/applyMarks} describes.
 *
 * @param encoding {@link #PLAIN}, {@link #LIST} or {@link #RUNS}; 0 of nobody
 * @param users how many
 * @param runs how many runs of neighbours they are
 * @param bytes not to be changed
 */
public record EncodedSet(int encoding, int users, int runs, byte[] bytes) {

  /** A bitmap, most significant bit first. */
  public static final int PLAIN = 1;

  /** How many users each chunk has, then the users' places in their chunks. */
  public static final int LIST = 2;

  /** First user and length of each run. */
  public static final int RUNS = 3;

  /** Longer lists and runs are kept apart, in bytes. */
  public static final int LONGEST_INLINE = 48;

  private static final EncodedSet NOBODY = new EncodedSet(0, 0, 0, new byte[0]);
  private static final int CHUNK_BITS = 16;
  private static final int PLACE_BYTES = Short.BYTES;
  private static final int RUN_BYTES = 6;

  /** How many chunks a segment of so many users has. */
  public static int chunks(int segmentBits) {
    return Math.max(1, segmentBits >>> CHUNK_BITS);
  }

  /**
   * The shortest one.
   *
   * @param places ascending
   */
  public static EncodedSet of(int[] places, int segmentBits) {
    if (places.length == 0) {
      return NOBODY;
    }
    int runs = 1;
    for (int i = 1; i < places.length; i++) {
      runs += places[i] == places[i - 1] + 1 ? 0 : 1;
    }
    int plainBytes = places[places.length - 1] / Byte.SIZE + 1;
    int listBytes = PLACE_BYTES * (chunks(segmentBits) + places.length);
    int encoding =
        plainBytes <= Math.min(listBytes, RUN_BYTES * runs)
            ? PLAIN
            : listBytes <= RUN_BYTES * runs ? LIST : RUNS;
    return new EncodedSet(
        encoding, places.length, runs, encoded(encoding, places, runs, segmentBits));
  }

  /**
   * Some users in an encoding.
   *
   * @param places ascending, one at least
   * @param runs how many these are
   */
  static byte[] encoded(int encoding, int[] places, int runs, int segmentBits) {
    return switch (encoding) {
      case PLAIN -> plain(places);
      case LIST -> list(places, chunks(segmentBits));
      default -> runs(places, runs);
    };
  }

  /**
   * The users that were encoded so.
   *
   * @throws IllegalArgumentException if that cannot be, as {@link
   *     java.nio.BufferUnderflowException} says as well
   */
  public static Bitmap decode(int encoding, byte[] bytes, int segmentBits) {
    return switch (encoding) {
      case PLAIN -> Bitmap.of(bytes);
      case LIST -> Places.of(bytes, chunks(segmentBits));
      case RUNS -> Runs.of(bytes, segmentBits);
      default -> throw new IllegalArgumentException("There is no encoding " + encoding);
    };
  }

  /** As scripts take it for a tag's number. */
  public List<Object> toldOf(int tag) {
    return List.of(tag, encoding, users, runs, bytes);
  }

  private static byte[] plain(int[] places) {
    byte[] bytes = new byte[places[places.length - 1] / Byte.SIZE + 1];
    for (int place : places) {
      bytes[place / Byte.SIZE] |= (byte) (0x80 >>> place % Byte.SIZE);
    }
    return bytes;
  }

  private static byte[] list(int[] places, int chunks) {
    ByteBuffer out = ByteBuffer.allocate(PLACE_BYTES * (chunks + places.length));
    for (int chunk = 0, next = 0; chunk < chunks; chunk++) {
      int first = next;
      while (next < places.length && places[next] >>> CHUNK_BITS == chunk) {
        next++;
      }
      out.putShort((short) (next - first));
    }
    for (int place : places) {
      out.putShort((short) place);
    }
    return out.array();
  }

  private static byte[] runs(int[] places, int runs) {
    ByteBuffer out = ByteBuffer.allocate(RUN_BYTES * runs);
    for (int first = 0; first < places.length; ) {
      int end = first + 1;
      while (end < places.length && places[end] == places[end - 1] + 1) {
        end++;
      }
      put3(out, places[first]);
      put3(out, end - first);
      first = end;
    }
    return out.array();
  }

  private static void put3(ByteBuffer out, int value) {
    out.put((byte) (value >>> 16)).putShort((short) value);
  }
}
