package dev.storefront.shortlink.click;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells visitors apart without keeping their addresses. */
@Component
class Visitors {

  private static final int BYTES = 8;

  private final String salt;

  Visitors(ClickProperties properties) {
    this.salt = properties.visitorSalt();
  }

  /** 16 hex digits, the same for the same address and browser. */
  String nameOf(String address, @Nullable String userAgent) {
    String visitor = salt + '\n' + address + '\n' + userAgent;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(visitor.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
