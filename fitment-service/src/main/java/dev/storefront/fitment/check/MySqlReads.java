package dev.storefront.fitment.check;

import dev.storefront.fitment.guard.Guard;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Lets some checks at a time ask MySQL. After Redis lost much, all of them would, and writes would
 * get no connection.
 */
@Component
class MySqlReads {

  /** Half of the connections. */
  private static final int MOST = 8;

  private final Guard guard;

  MySqlReads(CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads) {
    guard = new Guard(breakers, bulkheads, "mysql checks", MOST);
  }

  /**
   * @return false if MySQL was not asked, or did not answer
   */
  boolean read(Runnable question) {
    if (!guard.tryEnter()) {
      return false;
    }
    long begun = System.nanoTime();
    RuntimeException failure = null;
    try {
      question.run();
      return true;
    } catch (DataAccessException | TransactionException away) {
      failure = away;
      return false;
    } finally {
      guard.leave(System.nanoTime() - begun, failure);
    }
  }
}
