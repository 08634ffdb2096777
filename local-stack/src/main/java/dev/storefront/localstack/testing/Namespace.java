package dev.storefront.localstack.testing;

import java.security.SecureRandom;

/**
 * What keeps the data of one test JVM apart from that of all others on the same servers: a short
 * name for databases, topics, tables and key prefixes.
 */
final class Namespace {

  private static final int RADIX = 36;
  private static final int CHOICES = RADIX * RADIX * RADIX * RADIX * RADIX;
  private static final String OF_THIS_JVM =
      "t" + Integer.toString(CHOICES + new SecureRandom().nextInt(CHOICES), RADIX).substring(1);

  private Namespace() {}

  /** This JVM's, such as {@code t7f3kq}: a letter, then lower case letters and digits. */
  static String ofThisJvm() {
    return OF_THIS_JVM;
  }

  /**
   * One of several in this JVM.
   *
   * @param suffix lower case letters and digits, or empty
   */
  static String ofThisJvm(String suffix) {
    if (!suffix.matches("[a-z0-9]*")) {
      throw new IllegalArgumentException(
          "namespace '%s': only lower case letters and digits".formatted(suffix));
    }
    return OF_THIS_JVM + suffix;
  }
}
