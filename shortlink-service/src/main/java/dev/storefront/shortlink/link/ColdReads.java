package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.web.StandardProblems;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.Tier;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Links that somebody waits for and Redis does not have. MySQL or HBase may hang: so many callers
 * wait at a time, each for a moment, and nobody while the servers do not answer. Whoever follows a
 * link that Redis has notices nothing of it.
 */
@Component
class ColdReads {

  static final String NAME = "cold-links";

  /** Of the web server's 64 threads: the others are for links that Redis has. */
  private static final int CALLERS = 48;

  /** Half of the connections to MySQL. */
  private static final int READERS = 8;

  private static final int WARMING_TRIES = 60;
  private static final long WARMING_PAUSE_MILLIS = 1_000;

  private final ColdLinks cold;
  private final Duration budget;
  private final Bulkhead callers;
  private final CircuitBreaker breaker;
  private final ThreadPoolExecutor readers;

  ColdReads(
      ColdLinks cold,
      ColdProperties properties,
      BulkheadRegistry bulkheads,
      CircuitBreakerRegistry breakers) {
    this.cold = cold;
    this.budget = properties.budget();
    this.callers =
        bulkheads.bulkhead(
            NAME,
            BulkheadConfig.custom()
                .maxConcurrentCalls(CALLERS)
                .maxWaitDuration(budget.dividedBy(6))
                .build());
    this.breaker =
        breakers.circuitBreaker(
            NAME,
            CircuitBreakerConfig.from(breakers.getDefaultConfig())
                .ignoreExceptions(BulkheadFullException.class)
                .build());
    this.readers =
        new ThreadPoolExecutor(
            READERS,
            READERS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(CALLERS),
            task -> {
              Thread thread = new Thread(task, NAME);
              thread.setDaemon(true);
              return thread;
            });
    readers.allowCoreThreadTimeOut(true);
  }

  /**
   * What is found in cold storage, if that is soon.
   *
   * @param read once it has begun it goes on without the caller when the time is over, so that who
   *     comes next finds what it brought back to Redis
   * @throws BackendUnavailableException if the time is over, or a server is away
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} for who is not let
   *     wait: the log has no line for each of them, there may be thousands a second
   */
  <T> T soon(Supplier<T> read) {
    try {
      long begun = System.nanoTime();
      return breaker.executeSupplier(() -> callers.executeSupplier(() -> await(read, begun)));
    } catch (CallNotPermittedException | BulkheadFullException leftAlone) {
      throw StandardProblems.unavailable().toException();
    }
  }

  private <T> T await(Supplier<T> read, long begun) {
    long left = budget.toNanos() - (System.nanoTime() - begun);
    @Nullable CompletableFuture<T> found = null;
    try {
      found = CompletableFuture.supplyAsync(read, readers);
      return found.get(left, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(e);
    } catch (TimeoutException | RejectedExecutionException late) {
      throw unavailable(late);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failed ? failed : new IllegalStateException(e);
    } finally {
      if (found != null) {
        // What has not begun would keep others waiting, for nobody.
        found.cancel(false);
      }
    }
  }

  private static BackendUnavailableException unavailable(Exception why) {
    return new BackendUnavailableException("cold storage", false, why);
  }

  /** The first read opens connections and loads classes, for longer than anybody may wait. */
  @EventListener(ApplicationStartedEvent.class)
  void warmUp() {
    readers.execute(
        () -> {
          List<Address> nobodys =
              List.of(
                  new Address.Slug("no-such-link"),
                  new Address.Numbered("0000000", 1, Tier.SEVEN.segmentOf(1)));
          try {
            for (int n = 0; n < WARMING_TRIES && !isAnswered(nobodys); n++) {
              Thread.sleep(WARMING_PAUSE_MILLIS);
            }
          } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private boolean isAnswered(List<Address> addresses) {
    try {
      cold.find(addresses);
      return true;
    } catch (RuntimeException notYet) {
      return false;
    }
  }

  @PreDestroy
  void stop() {
    readers.shutdownNow();
  }
}
