package dev.storefront.history.degradation;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backing server without which a poorer answer is possible. Once it has failed a few times it is
 * left alone for a while, so that callers do not wait for its time-out.
 */
public final class Degradation {

  private static final Logger log = LoggerFactory.getLogger(Degradation.class);

  private final CircuitBreaker breaker;

  /**
   * @param breakers the service's
   * @param name for the log and the metrics
   */
  public Degradation(CircuitBreakerRegistry breakers, String name) {
    breaker = breakers.circuitBreaker(name);
  }

  /** The call's value, or empty if it failed or was not tried. */
  public <T> Optional<T> attempt(Supplier<T> call) {
    try {
      return Optional.of(breaker.executeSupplier(call));
    } catch (CallNotPermittedException leftAlone) {
      return Optional.empty();
    } catch (RuntimeException failed) {
      log.warn("Doing without {}: {}", breaker.getName(), failed.toString());
      return Optional.empty();
    }
  }
}
