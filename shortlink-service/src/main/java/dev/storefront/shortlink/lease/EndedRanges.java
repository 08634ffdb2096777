package dev.storefront.shortlink.lease;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ranges of which nobody has an id any more; they are forgotten after a time, with their leases.
 */
@Component
class EndedRanges {

  private static final Logger log = LoggerFactory.getLogger(EndedRanges.class);

  private static final int AT_A_TIME = 500;

  /** Together fourteen million a day. */
  private static final int BATCHES = 10;

  private static final int TIMEOUT_SECONDS = 30;

  private final JdbcClient jdbc;
  private final LeaseProperties properties;
  private final Clock clock;
  private final TransactionTemplate transaction;

  EndedRanges(
      JdbcClient jdbc,
      LeaseProperties properties,
      Clock clock,
      PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.properties = properties;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    transaction.setTimeout(TIMEOUT_SECONDS);
  }

  /** Ranges and leases together: a lease that lost all its ranges before would stay. */
  @Scheduled(fixedDelay = 30_000, initialDelay = 30_000)
  void forget() {
    try {
      int last = AT_A_TIME;
      for (int n = 0; n < BATCHES && last == AT_A_TIME; n++) {
        last = transaction.<Integer>execute(status -> forgetSome());
      }
    } catch (DataAccessException | TransactionException away) {
      log.debug("Ranges that ended are forgotten later: {}", away.toString());
    }
  }

  /** A lease goes with the last of its ranges. */
  private int forgetSome() {
    List<Long> ids = new ArrayList<>();
    Set<Long> epochs = new HashSet<>();
    jdbc.sql("SELECT id, epoch FROM dispatches WHERE ended_at < ? ORDER BY ended_at LIMIT ?")
        .params(clock.instant().minus(properties.kept()).toEpochMilli(), AT_A_TIME)
        .query(
            row -> {
              ids.add(row.getLong(1));
              epochs.add(row.getLong(2));
            });
    if (!ids.isEmpty()) {
      jdbc.sql("DELETE FROM dispatches WHERE id IN (:ids)").param("ids", ids).update();
      jdbc.sql(
              "DELETE FROM leases WHERE epoch IN (:epochs) AND swept AND NOT EXISTS"
                  + " (SELECT 1 FROM dispatches d WHERE d.epoch = leases.epoch)")
          .param("epochs", epochs)
          .update();
    }
    return ids.size();
  }
}
