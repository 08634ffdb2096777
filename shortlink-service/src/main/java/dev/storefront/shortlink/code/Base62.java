package dev.storefront.shortlink.code;

import java.nio.charset.StandardCharsets;

/** Numbers as words of a fixed length over {@code 0-9A-Za-z}, leading zeros included. */
final class Base62 {

  static final int SIZE = 62;

  private static final byte[] LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
          .getBytes(StandardCharsets.US_ASCII);

  private Base62() {}

  /** The word of {@code length} letters for a number from 0 to 62<sup>length</sup> - 1. */
  static String encode(long number, int length) {
    byte[] word = new byte[length];
    long rest = number;
    for (int i = length - 1; i >= 0; i--) {
      word[i] = LETTERS[(int) (rest % SIZE)];
      rest /= SIZE;
    }
    return new String(word, StandardCharsets.US_ASCII);
  }

  /** The word's number, -1 if it has a letter outside the alphabet. */
  static long decode(String word) {
    long number = 0;
    for (int i = 0; i < word.length(); i++) {
      int value = valueOf(word.charAt(i));
      if (value < 0) {
        return -1;
      }
      number = number * SIZE + value;
    }
    return number;
  }

  private static int valueOf(char letter) {
    if (letter >= '0' && letter <= '9') {
      return letter - '0';
    }
    if (letter >= 'A' && letter <= 'Z') {
      return letter - 'A' + 10;
    }
    return letter >= 'a' && letter <= 'z' ? letter - 'a' + 36 : -1;
  }
}
