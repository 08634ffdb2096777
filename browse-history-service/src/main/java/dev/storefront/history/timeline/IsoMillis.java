package dev.storefront.history.timeline;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Writes times of whole milliseconds as {@link Instant#toString} has them, without its formatter: a
 * list has 200 of them, and most of what writing one takes would go there.
 */
final class IsoMillis {

  private static final byte[] FORM = "0000-00-00T00:00:00.000Z".getBytes(US_ASCII);
  private static final int POINT = 19;
  private static final int LAST_YEAR = 9999;

  private IsoMillis() {}

  /** Of epoch milliseconds. */
  static String text(long time) {
    LocalDateTime utc = LocalDateTime.ofEpochSecond(Math.floorDiv(time, 1_000), 0, ZoneOffset.UTC);
    if (utc.getYear() < 0 || utc.getYear() > LAST_YEAR) {
      return Instant.ofEpochMilli(time).toString();
    }
    byte[] text = FORM.clone();
    put(text, 0, utc.getYear() / 100);
    put(text, 2, utc.getYear() % 100);
    put(text, 5, utc.getMonthValue());
    put(text, 8, utc.getDayOfMonth());
    put(text, 11, utc.getHour());
    put(text, 14, utc.getMinute());
    put(text, 17, utc.getSecond());
    int millis = Math.floorMod(time, 1_000);
    if (millis == 0) {
      text[POINT] = 'Z';
      return new String(text, 0, POINT + 1, US_ASCII);
    }
    text[POINT + 1] += (byte) (millis / 100);
    put(text, POINT + 2, millis % 100);
    return new String(text, US_ASCII);
  }

  /** Two digits. */
  private static void put(byte[] text, int at, int number) {
    text[at] += (byte) (number / 10);
    text[at + 1] += (byte) (number % 10);
  }
}
