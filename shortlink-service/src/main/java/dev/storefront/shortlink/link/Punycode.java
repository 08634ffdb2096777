package dev.storefront.shortlink.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads labels of hosts' names that are written in ASCII (RFC 3492). The JDK's {@link java.net.IDN}
 * reads only those of letters that Unicode had in 2002.
 */
final class Punycode {

  private static final int BASE = 36;
  private static final int SMALLEST = 1;
  private static final int LARGEST = 26;
  private static final int FIRST_BIAS = 72;
  private static final int FIRST_OTHER = 0x80;

  private Punycode() {}

  /**
   * The label as people read it.
   *
   * @param label without its {@code xn--}, in small letters
   * @return empty if it is none
   */
  static Optional<String> decode(String label) {
    int delimiter = label.lastIndexOf('-');
    List<Integer> read = new ArrayList<>();
    label.substring(0, Math.max(0, delimiter)).chars().forEach(read::add);
    long letter = FIRST_OTHER;
    long place = 0;
    int bias = FIRST_BIAS;
    int next = delimiter > 0 ? delimiter + 1 : 0;
    while (next < label.length()) {
      long before = place;
      long weight = 1;
      for (int k = BASE; ; k += BASE) {
        int digit = next < label.length() ? digit(label.charAt(next++)) : -1;
        place += digit * weight;
        int threshold = Math.min(Math.max(k - bias, SMALLEST), LARGEST);
        if (digit < 0 || place > Integer.MAX_VALUE) {
          return Optional.empty();
        }
        if (digit < threshold) {
          break;
        }
        weight *= BASE - threshold;
        if (weight > Integer.MAX_VALUE) {
          return Optional.empty();
        }
      }
      int length = read.size() + 1;
      bias = adapted(place - before, length, before == 0);
      letter += place / length;
      place %= length;
      if (letter > Character.MAX_CODE_POINT
          || Character.getType((int) letter) == Character.SURROGATE) {
        return Optional.empty();
      }
      read.add((int) place, (int) letter);
      place++;
    }
    StringBuilder text = new StringBuilder();
    read.forEach(text::appendCodePoint);
    return Optional.of(text.toString());
  }

  private static int digit(char c) {
    if (c >= 'a' && c <= 'z') {
      return c - 'a';
    }
    return c >= '0' && c <= '9' ? c - '0' + 26 : -1;
  }

  private static int adapted(long delta, int length, boolean first) {
    long rest = first ? delta / 700 : delta / 2;
    rest += rest / length;
    int k = 0;
    while (rest > (BASE - SMALLEST) * LARGEST / 2) {
      rest /= BASE - SMALLEST;
      k += BASE;
    }
    return (int) (k + (BASE - SMALLEST + 1) * rest / (rest + 38));
  }
}
