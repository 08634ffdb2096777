package dev.storefront.common.outbox;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Makes the {@link Outbox} of a service, whose Flyway locations have {@code classpath:db/outbox}
 * then.
 */
public final class OutboxFactory {

  private final JdbcTemplate jdbc;
  private final EventJson json;
  private final EventPublisher publisher;
  private final PlatformTransactionManager transactions;
  private final MeterRegistry meters;

  OutboxFactory(
      JdbcTemplate jdbc,
      EventJson json,
      EventPublisher publisher,
      PlatformTransactionManager transactions,
      MeterRegistry meters) {
    this.jdbc = jdbc;
    this.json = json;
    this.publisher = publisher;
    this.transactions = transactions;
    this.meters = meters;
  }

  /** The outbox: one of each service. */
  public Outbox outbox() {
    return new Outbox(new OutboxTable(jdbc), json, publisher, transactions, meters);
  }
}
