package dev.storefront.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;

class DecodedTokensTest {

  private static final Instant NOW = Instant.parse("2026-11-11T00:00:00Z");
  private static final Duration LIFETIME = Duration.ofSeconds(30);

  private final JwtTimestampValidator validator = new JwtTimestampValidator(Duration.ZERO);
  private final List<String> verified = new ArrayList<>();
  private final DecodedTokens tokens = new DecodedTokens(this::verify, validator);

  @Test
  void a_token_is_verified_once() {
    at(NOW);
    assertThat(tokens.decode("a").getSubject()).isEqualTo("a");
    assertThat(tokens.decode("b").getSubject()).isEqualTo("b");
    assertThat(tokens.decode("a").getSubject()).isEqualTo("a");
    assertThat(verified).containsExactly("a", "b");
  }

  @Test
  void a_token_that_is_known_expires_all_the_same() {
    at(NOW);
    tokens.decode("a");
    at(NOW.plus(LIFETIME).plusMillis(1));
    assertThatThrownBy(() -> tokens.decode("a")).isInstanceOf(BadJwtException.class);
  }

  @Test
  void what_is_no_token_is_looked_at_each_time() {
    at(NOW.plus(LIFETIME).plusMillis(1));
    assertThatThrownBy(() -> tokens.decode("a")).isInstanceOf(BadJwtException.class);
    assertThatThrownBy(() -> tokens.decode("a")).isInstanceOf(BadJwtException.class);
    assertThat(verified).containsExactly("a", "a");
  }

  private void at(Instant now) {
    validator.setClock(Clock.fixed(now, ZoneOffset.UTC));
  }

  private Jwt verify(String token) {
    verified.add(token);
    Jwt jwt =
        Jwt.withTokenValue(token)
            .header("alg", "RS256")
            .subject(token)
            .issuedAt(NOW)
            .expiresAt(NOW.plus(LIFETIME))
            .build();
    if (validator.validate(jwt).hasErrors()) {
      throw new BadJwtException("expired");
    }
    return jwt;
  }
}
