package dev.storefront.shortlink.link;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.web.StandardProblems;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.Tier;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Links that somebody waits for and Redis does not have. MySQL or HBase may hang: so many callers
 * wait at a time, each for a moment, without a thread, and nobody asks while the servers do not
 * answer. Whoever follows a link that Redis has notices nothing of it.
 */
@Component
class ColdReads {

  static final String NAME = "cold-links";

  private static final int MOST_WAITING = 256;

  /** Of the web server's 64 threads. */
  private static final int MOST_HELD = 40;

  /** Longer than a list takes while all servers answer. */
  private static final long PATIENCE_MILLIS = 250;

  private static final int WINDOW_SECONDS = 2;

  /** Those go on with what was found: some ask MySQL for visits that are left. */
  static final int THREADS = 8;

  private static final int WARMING_TRIES = 60;
  private static final long WARMING_PAUSE_MILLIS = 1_000;

  private final ColdLinks cold;
  private final Duration budget;
  private final Guard guard;
  private final ThreadPoolExecutor threads;
  private final Semaphore held = new Semaphore(MOST_HELD);

  ColdReads(
      ColdLinks cold,
      ColdProperties properties,
      BulkheadRegistry bulkheads,
      CircuitBreakerRegistry breakers) {
    this.cold = cold;
    this.budget = properties.budget();
    // No thread waits, so there is time to tell a pause of a server from its absence.
    breakers.circuitBreaker(
        NAME,
        CircuitBreakerConfig.from(breakers.getDefaultConfig())
            .slidingWindowType(SlidingWindowType.TIME_BASED)
            .slidingWindowSize(WINDOW_SECONDS)
            .build());
    this.guard = new Guard(breakers, bulkheads, NAME, MOST_WAITING, Duration.ZERO);
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(2 * MOST_WAITING),
            new CustomizableThreadFactory(NAME + "-"));
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * What is found in cold storage, if that is soon, on a thread that may go on with it. It fails
   *
   * <ul>
   *   <li>with {@link BackendUnavailableException} if the time is over, or a server is away;
   *   <li>with {@link dev.storefront.common.web.ProblemException} 503 {@code unavailable} at once
   *       for who is not let wait: the log has no line for each of them, there may be thousands a
   *       second.
   * </ul>
   *
   * @param read once it has begun it goes on when the time is over, so that who comes next finds
   *     what it brought back to Redis
   */
  <T> CompletableFuture<T> soon(Supplier<CompletableFuture<T>> read) {
    if (!guard.tryEnter()) {
      return CompletableFuture.failedFuture(StandardProblems.unavailable().toException());
    }
    long begun = System.nanoTime();
    // What comes after it on the threads, such as a count of visits, is not cold storage's time.
    return begin(read)
        .copy()
        .orTimeout(budget.toNanos(), TimeUnit.NANOSECONDS)
        .whenComplete((found, failed) -> guard.leave(System.nanoTime() - begun, absence(failed)))
        .thenApplyAsync(Function.identity(), threads)
        // All threads may wait for MySQL with others.
        .orTimeout(budget.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionallyCompose(failed -> CompletableFuture.failedFuture(asAbsence(causeOf(failed))));
  }

  /**
   * As {@link #soon}, for who holds a thread of the web server meanwhile: some at a time, so that
   * others are left for links that Redis has.
   */
  <T> T await(Supplier<CompletableFuture<T>> read) {
    return holding(() -> Replies.await(soon(read)));
  }

  /**
   * Reads that hold a thread of the web server as well, of many links or of all that a code had.
   *
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} if so many do, and
   *     none comes to an end in a moment
   */
  <T> T holding(Supplier<T> reading) {
    try {
      if (!held.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        throw StandardProblems.unavailable().toException();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StandardProblems.unavailable().toException();
    }
    try {
      return reading.get();
    } finally {
      held.release();
    }
  }

  private static <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> read) {
    try {
      return read.get();
    } catch (RuntimeException failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private static Throwable causeOf(Throwable failed) {
    Throwable cause = failed.getCause();
    return failed instanceof CompletionException && cause != null ? cause : failed;
  }

  /** Null if MySQL and HBase answered, though Redis did not take it, or nobody can read it. */
  private static @Nullable Throwable absence(@Nullable Throwable failed) {
    Throwable cause = failed == null ? null : causeOf(failed);
    return cause instanceof TimeoutException
            || cause instanceof DataAccessException
            || cause instanceof TransactionException
            || cause instanceof BackendUnavailableException away && !away.backend().equals("redis")
        ? cause
        : null;
  }

  private static Throwable asAbsence(Throwable failed) {
    return failed instanceof TimeoutException || failed instanceof RejectedExecutionException
        ? new BackendUnavailableException("cold storage", false, failed)
        : failed;
  }

  /** The first read opens connections and loads classes, for longer than anybody may wait. */
  @EventListener(ApplicationStartedEvent.class)
  void warmUp() {
    threads.execute(
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
    threads.shutdownNow();
  }
}
