package dev.storefront.common.degradation;

import dev.storefront.common.web.ProblemException;
import dev.storefront.common.web.StandardProblems;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Before a server that others do without for a while: so many wait for it at a time at most, and
 * nobody for some seconds once it does not answer.
 */
public final class Guard {

  /** Longer than a pause of a server that is well; far shorter than a time-out. */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final Bulkhead bulkhead;
  private final CircuitBreaker breaker;

  /**
   * @param name in the metrics of breakers and bulkheads
   * @param most how many wait at a time, 1 or more
   */
  public Guard(CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads, String name, int most) {
    this(breakers, bulkheads, name, most, PATIENCE);
  }

  /**
   * @param patience how long who is one too many waits to be let in
   */
  public Guard(
      CircuitBreakerRegistry breakers,
      BulkheadRegistry bulkheads,
      String name,
      int most,
      Duration patience) {
    breaker = breakers.circuitBreaker(name);
    bulkhead =
        bulkheads.bulkhead(
            name,
            BulkheadConfig.custom()
                .maxConcurrentCalls(most)
                .maxWaitDuration(patience)
                .fairCallHandlingStrategyEnabled(false)
                .build());
  }

  /**
   * Asks the database, if it may be asked.
   *
   * @return false if it was not asked
   * @throws DataAccessException if it did not answer
   * @throws TransactionException if it did not answer
   */
  public boolean ask(Runnable question) {
    return ask(question, Guard::isDatabaseAway);
  }

  /**
   * Asks any server, if it may be asked.
   *
   * @param isAbsence which failures say that it did not answer
   * @return false if it was not asked
   */
  public boolean ask(Runnable question, Predicate<RuntimeException> isAbsence) {
    if (!tryEnter()) {
      return false;
    }
    long begun = System.nanoTime();
    RuntimeException absence = null;
    try {
      question.run();
      return true;
    } catch (RuntimeException failed) {
      absence = isAbsence.test(failed) ? failed : null;
      throw failed;
    } finally {
      leave(System.nanoTime() - begun, absence);
    }
  }

  /** True for failures which say that the database did not answer. */
  public static boolean isDatabaseAway(RuntimeException failed) {
    return failed instanceof DataAccessException || failed instanceof TransactionException;
  }

  /**
   * Asks the database for an answer.
   *
   * @throws ProblemException 503 {@code unavailable} if it was not asked, because it does not
   *     answer others
   * @throws DataAccessException if it did not answer
   * @throws TransactionException if it did not answer
   */
  public <T> T answer(Supplier<T> question) {
    return answer(question, Guard::isDatabaseAway);
  }

  /**
   * Asks any server for an answer.
   *
   * @param isAbsence which failures say that it did not answer
   * @throws ProblemException 503 {@code unavailable} if it was not asked, because it does not
   *     answer others
   */
  public <T> T answer(Supplier<T> question, Predicate<RuntimeException> isAbsence) {
    List<T> answer = new ArrayList<>(1);
    if (!ask(() -> answer.add(question.get()), isAbsence)) {
      throw StandardProblems.unavailable().toException();
    }
    return answer.get(0);
  }

  /** True if the server may be asked; then {@link #leave} has to follow. */
  public boolean tryEnter() {
    if (!breaker.tryAcquirePermission()) {
      return false;
    }
    if (!bulkhead.tryAcquirePermission()) {
      breaker.releasePermission();
      return false;
    }
    return true;
  }

  /**
   * The server was asked.
   *
   * @param nanos how long that took
   * @param absence null if it answered
   */
  public void leave(long nanos, @Nullable Throwable absence) {
    bulkhead.onComplete();
    if (absence == null) {
      breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
    } else {
      breaker.onError(nanos, TimeUnit.NANOSECONDS, absence);
    }
  }
}
