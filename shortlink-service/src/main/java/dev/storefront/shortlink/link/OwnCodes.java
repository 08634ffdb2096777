package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.degradation.Guard;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.lease.Releasing;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Ids for links that come one by one: the service leases them like any application does, and hands
 * back what is left when it stops.
 */
@Component
class OwnCodes {

  /** The service's name as an owner of leases. */
  static final String CLIENT = "shortlink-service";

  private static final Logger log = LoggerFactory.getLogger(OwnCodes.class);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** As many as the web server lets in: all wait for the next lease, which comes soon. */
  private static final int MOST_WAITING = 1_000;

  /** From a lease's end: longer than the clocks of an instance and of Redis differ. */
  static final Duration LATE = Duration.ofMinutes(11);

  private final Leases leases;
  private final Guard guard;
  private final ExecutorService lending;
  private final Map<Tier, CodeSource> sources = new EnumMap<>(Tier.class);

  OwnCodes(
      Leases leases,
      LinkProperties properties,
      CircuitBreakerRegistry breakers,
      BulkheadRegistry bulkheads,
      Supplier<UUID> ids,
      Clock clock,
      Ticker ticker) {
    this.leases = leases;
    this.guard = new Guard(breakers, bulkheads, "own-codes", MOST_WAITING);
    this.lending =
        Executors.newFixedThreadPool(
            Tier.values().length,
            task -> {
              Thread thread = new Thread(task, "own-codes");
              thread.setDaemon(true);
              return thread;
            });
    for (Tier tier : Tier.values()) {
      sources.put(
          tier,
          new CodeSource(
              request -> leases.grant(CLIENT, request, tier, properties.ownLeaseSize()),
              lease -> new LeaseInUse(lease, clock, ticker),
              ids,
              lending,
              ticker,
              PATIENCE));
    }
  }

  /**
   * An id of the service's own lease.
   *
   * @param generation of the id
   * @param latest when a link under it may be made by the clocks of Redis: later, the lease may
   *     have been swept, and the id be somebody else's
   */
  record OwnCode(long id, int generation, Instant latest) {}

  /**
   * An id that nobody else gets; empty if every id of the tier is in use.
   *
   * @throws BackendUnavailableException if none came within seconds
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} if none came for
   *     others
   */
  Optional<OwnCode> next(Tier tier) {
    CodeSource source = sources.get(tier);
    if (source == null) {
      return Optional.empty();
    }
    Optional<OwnCode> atHand = source.atHand();
    return atHand.isPresent() ? atHand : guard.answer(source::next, OwnCodes::isAbsence);
  }

  private static boolean isAbsence(RuntimeException failed) {
    return failed instanceof BackendUnavailableException || Guard.isDatabaseAway(failed);
  }

  @PreDestroy
  void handBack() {
    lending.shutdown();
    try {
      if (!lending.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("A lease that was asked for may stay out until it ends");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sources.forEach((tier, source) -> source.close().ifPresent(lease -> handBack(tier, lease)));
  }

  private void handBack(Tier tier, LeaseInUse lease) {
    try {
      if (lease.handBack(leases) instanceof Releasing.Released released) {
        log.info("Handed back what is unused of {}: {}", tier, released.unused());
      }
    } catch (RuntimeException e) {
      log.warn("A lease of {} ids stays out until it ends: {}", tier, e.toString());
    }
  }
}
