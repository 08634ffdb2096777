package dev.storefront.common.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;

/**
 * Finds a well-formed bearer token without the regular expression that Spring Security matches
 * against each of its characters; whatever else stands in the header is left to Spring Security.
 */
final class BearerTokens implements BearerTokenResolver {

  private static final String SCHEME = "Bearer ";
  private static final String SYMBOLS = "-._~+/";

  private final BearerTokenResolver other = new DefaultBearerTokenResolver();

  @Override
  public @Nullable String resolve(HttpServletRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    return header != null && isWellFormed(header)
        ? header.substring(SCHEME.length())
        : other.resolve(request);
  }

  /** RFC 6750's b64token, but for the padding, which a JWT has not. */
  private static boolean isWellFormed(String header) {
    if (!header.startsWith(SCHEME) || header.length() == SCHEME.length()) {
      return false;
    }
    for (int i = SCHEME.length(); i < header.length(); i++) {
      char c = header.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(c >= '0' && c <= '9') && SYMBOLS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
