package dev.storefront.common.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.storefront.common.outbox.Outbox.Keyed;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Transactions of several publishers in a real database. */
class OutboxTableTest {

  private final List<Connection> connections = new ArrayList<>();
  private MysqlDataSource database;

  @BeforeEach
  void makeTable() {
    Backends backends = TestBackends.shared();
    database = new MysqlDataSource();
    database.setUrl(backends.jdbcUrl("outbox"));
    database.setUser(backends.databaseUser());
    database.setPassword(backends.databasePassword());
    new JdbcTemplate(database).execute("DROP TABLE IF EXISTS outbox");
    new ResourceDatabasePopulator(new ClassPathResource("db/outbox/R__outbox.sql"))
        .execute(database);
  }

  @AfterEach
  void close() throws SQLException {
    for (Connection connection : connections) {
      connection.rollback();
      connection.close();
    }
  }

  @Test
  void nobody_sends_what_stands_behind_events_that_another_is_at() throws SQLException {
    Connection slow = transaction();
    Connection first = transaction();
    Connection second = transaction();
    table(slow).insert("greetings", List.of(new Keyed("k", "{}")), null, Object::toString);
    OutboxTable all = new OutboxTable(new JdbcTemplate(database));
    for (int i = 0; i < 4; i++) {
      all.insert("greetings", List.of(new Keyed("k", "{}")), null, Object::toString);
    }

    List<OutboxRow> sending = table(first).lockOldest(2);
    assertThat(ids(sending)).containsExactly(2L, 3L);
    assertThat(table(second).lockOldest(2)).isEmpty();
    second.rollback();
    slow.commit();
    assertThat(table(second).lockOldest(2)).as("1, and 4 before 2 and 3").isEmpty();
    second.rollback();

    table(first).delete(sending);
    first.commit();
    assertThat(ids(table(second).lockOldest(2))).containsExactly(1L, 4L);
  }

  @Test
  void it_tells_its_newest_and_how_many_wait() {
    OutboxTable table = new OutboxTable(new JdbcTemplate(database));
    assertThat(table.newest()).isZero();
    assertThat(table.size()).isZero();

    table.insert("greetings", List.of(new Keyed("k", "{}")), null, Object::toString);
    table.insert("greetings", List.of(new Keyed("k", "{}")), null, Object::toString);

    assertThat(table.newest()).isEqualTo(2);
    assertThat(table.size()).isEqualTo(2);
  }

  @Test
  void an_event_tells_how_long_it_has_waited_unless_an_instance_of_before_noted_it() {
    JdbcTemplate jdbc = new JdbcTemplate(database);
    jdbc.execute("ALTER TABLE outbox DROP COLUMN noted_at, DROP COLUMN traceparent");
    new ResourceDatabasePopulator(new ClassPathResource("db/outbox/R__outbox.sql"))
        .execute(database);
    jdbc.update("INSERT INTO outbox (topic, record_key, event) VALUES ('greetings', 'k', '{}')");
    OutboxTable table = new OutboxTable(jdbc);
    table.insert("greetings", List.of(new Keyed("k", "{}")), null, Object::toString);
    table.insert("greetings", List.of(new Keyed("k", "{}")), "00-1-2-01", Object::toString);
    jdbc.update("UPDATE outbox SET noted_at = noted_at - 3600000 WHERE id = 3");

    List<OutboxRow> rows = table.lockOldest(3);
    assertThat(rows.get(0).waited()).isNull();
    assertThat(rows.get(1).waited()).isBetween(Duration.ZERO, Duration.ofMinutes(30));
    assertThat(rows.get(2).waited()).isBetween(Duration.ofHours(1), Duration.ofMinutes(90));
    assertThat(rows).extracting(OutboxRow::traceparent).containsExactly(null, null, "00-1-2-01");
  }

  @Test
  void whether_a_topic_has_any_is_looked_up_in_an_index_which_a_table_of_before_gets_too() {
    JdbcTemplate jdbc = new JdbcTemplate(database);
    jdbc.execute("DROP INDEX by_topic ON outbox");
    for (int start = 0; start < 2; start++) {
      new ResourceDatabasePopulator(new ClassPathResource("db/outbox/R__outbox.sql"))
          .execute(database);
    }
    OutboxTable table = new OutboxTable(jdbc);
    for (int i = 0; i < 10; i++) {
      table.insert("greetings", List.of(new Keyed("k", "{}")), null, Object::toString);
    }

    assertThat(table.hasOf("greetings")).isTrue();
    assertThat(table.hasOf("farewells")).isFalse();
    assertThat(jdbc.queryForMap("EXPLAIN SELECT id FROM outbox WHERE topic = 'farewells' LIMIT 1"))
        .containsEntry("possible_keys", "by_topic");
  }

  private static List<Long> ids(List<OutboxRow> rows) {
    return rows.stream().map(OutboxRow::id).toList();
  }

  private static OutboxTable table(Connection transaction) {
    return new OutboxTable(new JdbcTemplate(new SingleConnectionDataSource(transaction, true)));
  }

  private Connection transaction() throws SQLException {
    Connection connection = database.getConnection();
    connections.add(connection);
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return connection;
  }
}
