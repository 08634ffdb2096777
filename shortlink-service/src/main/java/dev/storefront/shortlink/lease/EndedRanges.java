package dev.storefront.shortlink.lease;

import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Ranges of which nobody has an id any more; they are forgotten after a time, with their leases.
 */
@Component
class EndedRanges {

  private static final Logger log = LoggerFactory.getLogger(EndedRanges.class);

  private static final int AT_A_TIME = 500;

  /** Together fourteen million a day. */
  private static final int BATCHES = 10;

  private final LeaseTransactions transactions;
  private final LeaseProperties properties;
  private final Clock clock;

  EndedRanges(LeaseTransactions transactions, LeaseProperties properties, Clock clock) {
    this.transactions = transactions;
    this.properties = properties;
    this.clock = clock;
  }

  @Scheduled(fixedDelay = 30_000, initialDelay = 30_000)
  void forget() {
    try {
      int last = AT_A_TIME;
      for (int n = 0; n < BATCHES && last == AT_A_TIME; n++) {
        last = transactions.forget(clock.instant().minus(properties.kept()), AT_A_TIME);
      }
    } catch (DataAccessException | TransactionException away) {
      log.debug("Ranges that ended are forgotten later: {}", away.toString());
    }
  }
}
