package dev.storefront.common.run;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Makes the {@link Runs} of a service, a bean for each kind. Their tables are the service's own.
 */
public final class RunFactory {

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final TransactionOperations transaction;
  private final MeterRegistry meters;
  private final RunProperties properties;

  RunFactory(
      JdbcClient db,
      JdbcTemplate batches,
      TransactionOperations transaction,
      MeterRegistry meters,
      RunProperties properties) {
    this.db = db;
    this.batches = batches;
    this.transaction = transaction;
    this.meters = meters;
    this.properties = properties;
  }

  /** Runs of that kind, which the task works on. */
  public <Q, P> Runs<Q, P> runs(RunKind<Q, P> kind, RunTask<Q, P> task) {
    Map<Long, Hold> held = new ConcurrentHashMap<>();
    RunTools<Q, P> tools =
        new RunTools<>(
            new RunTable(db),
            new RunLeases(db, batches, properties.lease()),
            new RunJson<>(kind),
            transaction,
            properties);
    return new Runs<>(tools, task, new RunMetrics(meters, kind.name(), held), held);
  }
}
