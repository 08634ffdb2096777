package dev.storefront.fitment.read;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.web.ProblemException;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Lets some of anybody's questions at a time ask MySQL. Else, while it hangs, all threads of the
 * web server would wait for it, and no check be answered.
 */
@Component
public class PublicReads {

  /** More than there are connections, and far fewer than threads. */
  private static final int MOST = 24;

  private final Guard guard;

  PublicReads(CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads) {
    guard = new Guard(breakers, bulkheads, "mysql reads", MOST);
  }

  /**
   * Asks MySQL.
   *
   * @throws ProblemException as {@link Guard#answer}
   */
  public <T> T read(Supplier<T> question) {
    return guard.answer(question);
  }
}
