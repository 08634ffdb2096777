package dev.storefront.shortlink.code;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which names may be chosen: 3 to 32 letters, digits, {@code -} and {@code _}, but not 5 to 7
 * letters and digits alone. So no slug is ever a code.
 */
final class SlugRule {

  private static final Pattern SHAPE = Pattern.compile("(?![0-9A-Za-z]{5,7}$)[0-9A-Za-z_-]{3,32}");
  private static final Set<String> RESERVED =
      Set.of("actuator", "api", "api-docs", "swagger-ui", "swagger_ui", "webjars", "well-known");

  private SlugRule() {}

  static boolean allows(String slug) {
    return SHAPE.matcher(slug).matches() && !RESERVED.contains(slug.toLowerCase(Locale.ROOT));
  }
}
