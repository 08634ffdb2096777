package dev.storefront.fitment.check;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.degradation.Guard;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Lets some checks at a time ask MySQL, and fewer of one client. After Redis lost much, all of them
 * would, and writes would get no connection.
 */
@Component
class MySqlReads {

  /** Half of the connections. */
  private static final int MOST = 8;

  /** Notes can be left out, and take longer: they hold up nothing else. */
  private static final int MOST_FOR_NOTES = 2;

  /** So that no client keeps all others from MySQL. */
  private static final int MOST_OF_A_CLIENT = 4;

  private static final int CLIENTS = 100_000;
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final Guard guard;
  private final Guard notes;
  private final Cache<String, Semaphore> clients =
      Caffeine.newBuilder().weakValues().maximumSize(CLIENTS).build();

  MySqlReads(CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads) {
    guard = new Guard(breakers, bulkheads, "mysql checks", MOST);
    notes = new Guard(breakers, bulkheads, "mysql notes", MOST_FOR_NOTES);
  }

  /**
   * @param client who asks
   * @return false if MySQL was not asked, or did not answer
   */
  boolean read(String client, Runnable question) {
    Semaphore ofClient = clients.get(client, name -> new Semaphore(MOST_OF_A_CLIENT));
    try {
      if (!ofClient.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    try {
      return ask(guard, question);
    } finally {
      ofClient.release();
    }
  }

  /**
   * As {@link #read}, of what checks can do without.
   *
   * @return false if MySQL was not asked, or did not answer
   */
  boolean readNotes(Runnable question) {
    return ask(notes, question);
  }

  private static boolean ask(Guard guard, Runnable question) {
    try {
      return guard.ask(question);
    } catch (DataAccessException | TransactionException away) {
      return false;
    }
  }
}
