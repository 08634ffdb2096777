package dev.storefront.common.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/**
 * Remembers tokens that were decoded: callers come again with the same one, and to verify its
 * signature costs more than most calls. Expiry and whatever else may change are looked at each
 * time; a key that the issuer takes back counts for a minute longer than the key set is kept.
 */
final class DecodedTokens implements JwtDecoder {

  private static final Duration KEPT = Duration.ofMinutes(1);

  /** Some thousand tokens; with what was decoded, three or four times as much memory. */
  private static final int MOST_CHARACTERS = 3_000_000;

  private final JwtDecoder decoder;
  private final OAuth2TokenValidator<Jwt> validator;
  private final Cache<String, Jwt> decoded =
      Caffeine.newBuilder()
          .maximumWeight(MOST_CHARACTERS)
          .weigher((String token, Jwt jwt) -> token.length())
          .expireAfterWrite(KEPT)
          .build();

  /**
   * @param decoder verifies and validates
   * @param validator what the decoder validates by
   */
  DecodedTokens(JwtDecoder decoder, OAuth2TokenValidator<Jwt> validator) {
    this.decoder = decoder;
    this.validator = validator;
  }

  @Override
  public Jwt decode(String token) {
    @Nullable Jwt known = decoded.getIfPresent(token);
    if (known != null && !validator.validate(known).hasErrors()) {
      return known;
    }
    Jwt fresh = decoder.decode(token);
    decoded.put(token, fresh);
    return fresh;
  }
}
