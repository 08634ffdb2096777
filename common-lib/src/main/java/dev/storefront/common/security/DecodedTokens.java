package dev.storefront.common.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Remembers tokens that were decoded: callers come again with the same one, and to verify its
 * signature costs more than most calls. Expiry and whatever else may change are looked at each
 * time; a key that the issuer takes back counts for a minute longer than the key set is kept.
 *
 * <p>What is not remembered may need the issuer's keys, and he may hang: so many callers wait for
 * them at a time, and calls without a token, or with one that is known, notice nothing of it.
 */
final class DecodedTokens implements JwtDecoder {

  private static final Duration KEPT = Duration.ofMinutes(1);

  /** Some thousand tokens; with what was decoded, three or four times as much memory. */
  private static final int MOST_CHARACTERS = 3_000_000;

  /** Half of the web server's threads. */
  static final int WAITING = 32;

  private static final long PATIENCE_MILLIS = 250;

  private final Semaphore waiting = new Semaphore(WAITING);
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
    Jwt fresh = decodeFresh(token);
    decoded.put(token, fresh);
    return fresh;
  }

  private Jwt decodeFresh(String token) {
    try {
      if (!waiting.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new JwtException("Too many tokens wait for the issuer's keys");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JwtException("Interrupted before the token was looked at", e);
    }
    try {
      return decoder.decode(token);
    } finally {
      waiting.release();
    }
  }
}
