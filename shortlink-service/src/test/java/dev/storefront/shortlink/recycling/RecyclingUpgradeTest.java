package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A database of the release before recycling runs were runs like all others. */
class RecyclingUpgradeTest {

  private final String name = "shortlink_" + UUID.randomUUID().toString().replace("-", "");
  private final Backends backends = TestBackends.shared();
  private final DriverManagerDataSource database =
      new DriverManagerDataSource(
          backends.jdbcUrl(name), backends.databaseUser(), backends.databasePassword());
  private final JdbcClient db = JdbcClient.create(database);

  @AfterEach
  void drop() {
    db.sql("DROP DATABASE " + name).update();
  }

  @Test
  void runs_under_way_go_on_with_their_segments() {
    run("V1__short_links");
    insert("11111111-1111-1111-1111-111111111111", "DONE", null, 30, 7L);
    insert("22222222-2222-2222-2222-222222222222", "QUARANTINE", 99L, 10, null);
    db.sql(
            "INSERT INTO segments (tier, segment, generation, state, last_dispatched_at, run_id)"
                + " VALUES (5, 3, 1, 'QUARANTINE', 1, '22222222-2222-2222-2222-222222222222')")
        .update();

    run("V2__runs", "V3__recycling_runs_are_runs");

    assertThat(
            db.sql(
                    "SELECT CONCAT(state, ' ', pending, ' ', COALESCE(finished_at, '-')) FROM run"
                        + " ORDER BY id")
                .query(String.class)
                .list())
        .isEqualTo(List.of("RUNNING 1 -", "DONE 0 7"));
    assertThat(db.sql("SELECT run_id FROM segments").query(String.class).single()).isEqualTo("1");
    String progress = db.sql("SELECT progress FROM run WHERE id = 1").query(String.class).single();
    assertThat(progress.replace(" ", ""))
        .contains("\"phase\":\"QUARANTINE\"", "\"idle\":4", "\"quarantineUntil\":99");
    String request = db.sql("SELECT request FROM run WHERE id = 1").query(String.class).single();
    assertThat(request.replace(" ", ""))
        .contains("\"letters\":5", "\"dispatchedOn\":\"2031-01-02\"");
  }

  private void run(String... migrations) {
    for (String migration : migrations) {
      new ResourceDatabasePopulator(new ClassPathResource("db/migration/" + migration + ".sql"))
          .execute(database);
    }
  }

  private void insert(
      String id, String state, @Nullable Long until, long createdAt, @Nullable Long finishedAt) {
    db.sql(
            "INSERT INTO recycling_runs (id, tier, dispatched_on, state, idle, created_at,"
                + " quarantine_until, finished_at) VALUES (?, 5, '2031-01-02', ?, 4, ?, ?, ?)")
        .param(id)
        .param(state)
        .param(createdAt)
        .param(until)
        .param(finishedAt)
        .update();
  }
}
