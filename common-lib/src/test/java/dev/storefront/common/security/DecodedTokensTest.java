package dev.storefront.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;
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

  @Test
  void while_the_issuer_hangs_some_wait_and_who_is_known_does_not() throws Exception {
    at(NOW);
    CountDownLatch issuer = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    DecodedTokens hanging =
        new DecodedTokens(
            token -> {
              if (!token.equals("known")) {
                begun.incrementAndGet();
                awaitQuietly(issuer);
              }
              return verify(token);
            },
            validator);
    hanging.decode("known");
    ExecutorService callers = Executors.newFixedThreadPool(DecodedTokens.WAITING);
    try {
      List<Future<Jwt>> waiting =
          IntStream.range(0, DecodedTokens.WAITING)
              .mapToObj(n -> callers.submit(() -> hanging.decode("token-" + n)))
              .toList();
      await().atMost(Duration.ofMinutes(1)).until(() -> begun.get() == DecodedTokens.WAITING);

      assertThatThrownBy(() -> hanging.decode("another"))
          .isInstanceOf(JwtException.class)
          .isNotInstanceOf(BadJwtException.class);
      assertThat(hanging.decode("known").getSubject()).isEqualTo("known");

      issuer.countDown();
      for (Future<Jwt> waited : waiting) {
        assertThat(waited.get().getSubject()).startsWith("token-");
      }
      assertThat(hanging.decode("another").getSubject()).isEqualTo("another");
    } finally {
      callers.shutdownNow();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void at(Instant now) {
    validator.setClock(Clock.fixed(now, ZoneOffset.UTC));
  }

  private Jwt verify(String token) {
    synchronized (verified) {
      verified.add(token);
    }
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
