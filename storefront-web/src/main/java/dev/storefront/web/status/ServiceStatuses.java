package dev.storefront.web.status;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The current status of all services, asked for in parallel and reused for a moment. */
final class ServiceStatuses {

  private final List<ServiceProbe> probes;
  private final Executor executor;
  private final Duration reuse;
  private final Clock clock;

  private List<ServiceStatus> latest = List.of();
  private Instant goodUntil = Instant.MIN;

  /**
   * @param executor runs the probes; each one ends by its client's time-outs
   */
  ServiceStatuses(List<ServiceProbe> probes, Executor executor, Duration reuse, Clock clock) {
    this.probes = probes;
    this.executor = executor;
    this.reuse = reuse;
    this.clock = clock;
  }

  /** In the configured order. Callers at the same moment share one round of probes. */
  synchronized List<ServiceStatus> current() {
    if (!clock.instant().isBefore(goodUntil)) {
      latest = probeAll();
      goodUntil = clock.instant().plus(reuse);
    }
    return latest;
  }

  private List<ServiceStatus> probeAll() {
    List<CompletableFuture<ServiceStatus>> answers =
        probes.stream()
            .map(probe -> CompletableFuture.supplyAsync(probe::status, executor))
            .toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }
}
