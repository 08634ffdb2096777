package dev.storefront.shortlink.click;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells visitors apart without keeping their addresses. */
@Component
class Visitors {

  private static final int DIGITS = 16;

  private final String salt;

  Visitors(ClickProperties properties) {
    this.salt = properties.visitorSalt();
  }

  /** 16 hex digits, the same for the same address and browser. */
  String nameOf(String address, @Nullable String userAgent) {
    String visitor = salt + '\n' + address + '\n' + userAgent;
    return Hashing.sha256()
        .hashString(visitor, StandardCharsets.UTF_8)
        .toString()
        .substring(0, DIGITS);
  }
}
