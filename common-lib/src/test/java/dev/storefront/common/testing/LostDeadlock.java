package dev.storefront.common.testing;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has work lose a deadlock: the database ends its transaction for that of a test, which changed
 * more.
 */
public final class LostDeadlock {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final int MANY_ROWS = 2_000;

  private final JdbcClient database;
  private final PlatformTransactionManager transactions;

  /** On a database where tables may be made. */
  public LostDeadlock(JdbcClient database, PlatformTransactionManager transactions) {
    this.database = database;
    this.transactions = transactions;
  }

  /**
   * Rows of which each transaction has one set and waits for the other.
   *
   * @param select without {@code FOR UPDATE}
   */
  public record Rows(String select, Object... keys) {}

  /**
   * Begins the work in a thread of its own once the test has some rows, waits until the work has
   * others, and asks for these too.
   *
   * @param wanted what the work locks last; one row or more, which the test has first
   * @param had what the work locks before that, and the test last
   * @return what came of the work in the end
   */
  public <T> T by(Callable<T> work, Rows wanted, Rows had) throws Exception {
    FutureTask<T> loser = new FutureTask<>(work);
    database.sql("CREATE TABLE IF NOT EXISTS heavy_row (n INT NOT NULL PRIMARY KEY)").update();
    new TransactionTemplate(transactions)
        .executeWithoutResult(
            winner -> {
              winner.setRollbackOnly();
              database
                  .sql(
                      IntStream.range(0, MANY_ROWS)
                          .mapToObj("(%d)"::formatted)
                          .collect(Collectors.joining(",", "INSERT INTO heavy_row VALUES ", "")))
                  .update();
              lockAll(wanted);
              new Thread(loser, "loses-a-deadlock").start();
              await().atMost(SOON).until(() -> isLocked(had));
              lockAll(had);
            });
    return loser.get(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  private void lockAll(Rows rows) {
    if (lock(rows, "") == 0) {
      throw new IllegalArgumentException("There are no rows to lock: " + rows.select());
    }
  }

  private int lock(Rows rows, String how) {
    return database
        .sql(rows.select() + " FOR UPDATE" + how)
        .params(rows.keys())
        .query()
        .listOfRows()
        .size();
  }

  /** Asked in a transaction of its own, so that nothing stays locked. */
  private boolean isLocked(Rows rows) {
    TransactionTemplate look = new TransactionTemplate(transactions);
    look.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    return requireNonNull(look.execute(status -> lock(rows, " SKIP LOCKED") == 0));
  }
}
