package dev.storefront.common.degradation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class GuardTest {

  private static final int MOST = 3;

  private final CircuitBreakerRegistry breakers =
      CircuitBreakerRegistry.of(
          CircuitBreakerConfig.custom()
              .slidingWindowSize(4)
              .minimumNumberOfCalls(4)
              .waitDurationInOpenState(Duration.ofHours(1))
              .permittedNumberOfCallsInHalfOpenState(1)
              .build());
  private final BulkheadRegistry bulkheads = BulkheadRegistry.ofDefaults();
  private final Guard guard = new Guard(breakers, bulkheads, "server", MOST);

  @Test
  void so_many_ask_at_a_time_and_nobody_else_until_one_has_left() {
    assertThat(IntStream.range(0, MOST)).allMatch(i -> guard.tryEnter());

    assertThat(guard.tryEnter()).isFalse();
    assertThat(guard.ask(() -> {})).isFalse();

    guard.leave(1, null);
    assertThat(guard.tryEnter()).isTrue();
    assertThat(guard.tryEnter()).isFalse();
  }

  @Test
  void who_failed_has_left_too() {
    for (int i = 0; i < MOST; i++) {
      assertThatThrownBy(
              () ->
                  guard.ask(
                      () -> {
                        throw new QueryTimeoutException("hangs");
                      }))
          .isInstanceOf(QueryTimeoutException.class);
    }

    assertThat(IntStream.range(0, MOST)).allMatch(i -> guard.tryEnter());
  }

  @Test
  void nobody_asks_a_server_that_did_not_answer() {
    for (int i = 0; i < 4; i++) {
      assertThat(guard.tryEnter()).isTrue();
      guard.leave(1, new QueryTimeoutException("hangs"));
    }

    assertThat(guard.tryEnter()).isFalse();
  }

  /** Else the one try of a server that may be well again would be lost, and with it the server. */
  @Test
  void who_finds_no_place_leaves_the_try_to_another() {
    Bulkhead places = bulkheads.bulkhead("server");
    assertThat(IntStream.range(0, MOST)).allMatch(i -> places.tryAcquirePermission());
    CircuitBreaker breaker = breakers.circuitBreaker("server");
    breaker.transitionToOpenState();
    breaker.transitionToHalfOpenState();
    assertThat(guard.tryEnter()).as("no place").isFalse();

    places.onComplete();

    assertThat(guard.tryEnter()).isTrue();
  }
}
