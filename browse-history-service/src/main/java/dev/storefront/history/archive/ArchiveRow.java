package dev.storefront.history.archive;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The row keys of the table {@code browse_history}. */
final class ArchiveRow {

  private static final int PREFIX_BEGIN = 14;
  private static final int PREFIX_END = 18;

  private ArchiveRow() {}

  /**
   * The middle four hex digits of md5(user), then the user: user ids begin alike, and would crowd
   * one region (the design article's 2.1.1).
   */
  static byte[] key(String user) {
    byte[] id = user.getBytes(StandardCharsets.UTF_8);
    String hex = HexFormat.of().formatHex(md5().digest(id));
    return (hex.substring(PREFIX_BEGIN, PREFIX_END) + user).getBytes(StandardCharsets.UTF_8);
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has MD5", e);
    }
  }
}
