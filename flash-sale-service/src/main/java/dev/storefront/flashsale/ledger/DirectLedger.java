package dev.storefront.flashsale.ledger;

import dev.storefront.common.outbox.Outbox;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The ledger without Kafka. Entries are written to MySQL, and noted in the outbox in the same
 * transaction: so the topic gets them later, and with it everyone who is told by it.
 *
 * <p>What goes through Kafka again must not overtake what waits in the outbox. Therefore all
 * instances turn back at once: the number of the turn is locked, shared by those who write and
 * alone by the one who empties the outbox and turns back. Who writes afterwards finds another
 * number than the one with which it began.
 */
@Repository
class DirectLedger {

  private final LedgerStore store;
  private final Outbox outbox;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  DirectLedger(
      LedgerStore store,
      Outbox outbox,
      JdbcTemplate jdbc,
      PlatformTransactionManager transactions) {
    this.store = store;
    this.outbox = outbox;
    this.jdbc = jdbc;
    transaction = new TransactionTemplate(transactions);
    // Concurrent writers of neighbouring keys would else meet in each other's gap locks.
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
  }

  /** The number of the present turn. */
  long turn() {
    return number("SELECT number FROM ledger_turn");
  }

  /**
   * Writes entries, unless that turn is over.
   *
   * @return false if it is, and nothing was written
   */
  boolean write(List<LedgerEntry> entries, long turn) {
    return Boolean.TRUE.equals(
        transaction.execute(
            status -> {
              if (number("SELECT number FROM ledger_turn LOCK IN SHARE MODE") != turn) {
                return false;
              }
              store.write(entries);
              entries.forEach(
                  entry ->
                      outbox.add(LedgerTopic.TOPIC, Long.toString(entry.promotionId()), entry));
              return true;
            }));
  }

  /** True while entries, of whichever instance, are in MySQL alone. */
  boolean isWaitingForKafka() {
    return outbox.hasOf(LedgerTopic.TOPIC);
  }

  /**
   * Ends the turn for all instances, by this call unless another has done it: everything that was
   * written in it goes to Kafka first. Fails if it cannot.
   */
  void end(long turn) {
    // Most of it goes before anyone has to wait; the rest while nobody writes. Those who want to
    // write may have all other connections by then.
    outbox.publishAll();
    transaction.executeWithoutResult(
        status -> {
          if (number("SELECT number FROM ledger_turn FOR UPDATE") == turn) {
            outbox.publishInTransaction();
            jdbc.update("UPDATE ledger_turn SET number = number + 1");
          }
        });
  }

  private long number(String query) {
    Long number = jdbc.queryForObject(query, Long.class);
    return number == null ? 0 : number;
  }
}
