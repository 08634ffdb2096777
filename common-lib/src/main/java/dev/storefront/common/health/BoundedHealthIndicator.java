package dev.storefront.common.health;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Asks a backing server without ever waiting longer than a second: readiness must answer while
 * servers hang. A probe that is still under way is not started a second time.
 */
public final class BoundedHealthIndicator implements HealthIndicator {

  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final Supplier<CompletableFuture<?>> probe;
  private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

  /**
   * @param probe starts the question without blocking; the future fails if the server is not well
   */
  public BoundedHealthIndicator(Supplier<CompletableFuture<?>> probe) {
    this.probe = probe;
  }

  @Override
  public Health health() {
    try {
      ask().get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      return Health.up().build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Health.down().build();
    } catch (Exception e) {
      return Health.down(e).build();
    }
  }

  private synchronized CompletableFuture<?> ask() {
    if (underWay.isDone()) {
      underWay = probe.get();
    }
    return underWay;
  }
}
