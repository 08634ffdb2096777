package dev.storefront.common.health;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Asks a backing server without ever waiting longer than a second: readiness must answer while
 * servers hang. A probe that is still under way is not started a second time.
 */
public final class BoundedHealthIndicator implements HealthIndicator {

  private static final Duration LONGEST = Duration.ofSeconds(1);

  /**
   * Of a server of several nodes: some answer, some do not. It counts for no aggregate, so that an
   * instance stays in service for what the others have; who reads the component is told.
   */
  public static final Status PARTIAL = new Status("PARTIAL", "Some of its nodes are away");

  private final Supplier<CompletableFuture<Status>> probe;
  private CompletableFuture<Status> underWay = CompletableFuture.completedFuture(Status.UNKNOWN);

  private BoundedHealthIndicator(Supplier<CompletableFuture<Status>> probe) {
    this.probe = probe;
  }

  /**
   * @param probe starts the question without blocking; the future fails if the server is not well
   */
  public static HealthIndicator upIf(Supplier<? extends CompletableFuture<?>> probe) {
    return new BoundedHealthIndicator(() -> probe.get().thenApply(answer -> Status.UP));
  }

  /**
   * @param probe starts the question without blocking; the future fails if no node is well
   */
  public static HealthIndicator of(Supplier<CompletableFuture<Status>> probe) {
    return new BoundedHealthIndicator(probe);
  }

  @Override
  public Health health() {
    try {
      return Health.status(ask().get(LONGEST.toMillis(), TimeUnit.MILLISECONDS)).build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Health.down().build();
    } catch (Exception e) {
      return Health.down(e).build();
    }
  }

  private synchronized CompletableFuture<Status> ask() {
    if (underWay.isDone()) {
      underWay = probe.get();
    }
    return underWay;
  }
}
