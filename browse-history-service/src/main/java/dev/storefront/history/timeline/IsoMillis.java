package dev.storefront.history.timeline;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Writes times of whole milliseconds as {@link Instant#toString} has them, without its formatter: a
 * list has 200 of them, and most of what writing one takes would go there.
 */
final class IsoMillis extends ValueSerializer<Instant> {

  private static final int LONGEST = 24;
  private static final int LAST_YEAR = 9999;

  @Override
  public void serialize(Instant time, JsonGenerator json, SerializationContext context) {
    json.writeString(text(time));
  }

  static String text(Instant time) {
    LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), 0, ZoneOffset.UTC);
    if (utc.getYear() < 0 || utc.getYear() > LAST_YEAR) {
      return time.toString();
    }
    StringBuilder text = new StringBuilder(LONGEST);
    append(text, utc.getYear(), 1000);
    append(text.append('-'), utc.getMonthValue(), 10);
    append(text.append('-'), utc.getDayOfMonth(), 10);
    append(text.append('T'), utc.getHour(), 10);
    append(text.append(':'), utc.getMinute(), 10);
    append(text.append(':'), utc.getSecond(), 10);
    int millis = time.getNano() / 1_000_000;
    if (millis > 0) {
      append(text.append('.'), millis, 100);
    }
    return text.append('Z').toString();
  }

  /**
   * @param highest what its first digit stands for
   */
  private static void append(StringBuilder text, int number, int highest) {
    for (int digit = highest; digit > 0; digit /= 10) {
      text.append((char) ('0' + number / digit % 10));
    }
  }
}
