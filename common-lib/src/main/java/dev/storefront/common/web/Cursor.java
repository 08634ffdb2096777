package dev.storefront.common.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.springframework.http.HttpStatus;

/**
 * Opaque cursors of paged lists: a position, bound to its list and protected against typing errors
 * by a checksum.
 */
public final class Cursor {

  private static final int LONGEST = 1024;
  private static final int CHECKSUM_BYTES = 4;

  private Cursor() {}

  /**
   * @param list names the list and its filter; a cursor of another list is refused
   * @param position where the next page begins, 1-500 characters
   */
  public static String encode(String list, String position) {
    byte[] bytes = position.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.allocate(CHECKSUM_BYTES + bytes.length);
    buffer.putInt(checksum(list, bytes)).put(bytes);
    return text(buffer.array());
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** As {@link #encode(String, String)}, for a position that is a number, or some. */
  public static String encode(String list, long number, long... more) {
    return encode(
        list,
        LongStream.concat(LongStream.of(number), LongStream.of(more))
            .mapToObj(Long::toString)
            .collect(Collectors.joining(":")));
  }

  /**
   * The position that {@link #encode(String, String)} got.
   *
   * @throws ProblemException 400 {@code invalid-cursor} if this is no cursor of that list
   */
  public static String decode(String list, String cursor) {
    if (cursor.length() > LONGEST) {
      throw invalid();
    }
    try {
      byte[] all = Base64.getUrlDecoder().decode(cursor);
      ByteBuffer buffer = ByteBuffer.wrap(all);
      // Base64 has spare bits, which the checksum does not see.
      if (all.length <= CHECKSUM_BYTES || !text(all).equals(cursor)) {
        throw invalid();
      }
      int checksum = buffer.getInt();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      if (checksum != checksum(list, bytes)) {
        throw invalid();
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException noBase64) {
      throw invalid();
    }
  }

  /** As {@link #decode}, for a position that is a number; other ones are 400, too. */
  public static long decodeLong(String list, String cursor) {
    return decodeLongs(list, cursor, 1)[0];
  }

  /** As {@link #decode}, for a position that is so many numbers; other ones are 400, too. */
  public static long[] decodeLongs(String list, String cursor, int count) {
    String[] parts = decode(list, cursor).split(":", count + 1);
    if (parts.length != count) {
      throw invalid();
    }
    try {
      return Stream.of(parts).mapToLong(Long::parseLong).toArray();
    } catch (NumberFormatException e) {
      throw invalid();
    }
  }

  /** 400 {@code invalid-cursor}. */
  public static ProblemException invalid() {
    return Problem.of(
            HttpStatus.BAD_REQUEST, "invalid-cursor", "The cursor is not one of this list.")
        .toException();
  }

  private static int checksum(String list, byte[] position) {
    CRC32C crc = new CRC32C();
    crc.update(list.getBytes(StandardCharsets.UTF_8));
    crc.update(0);
    crc.update(position);
    return (int) crc.getValue();
  }
}
