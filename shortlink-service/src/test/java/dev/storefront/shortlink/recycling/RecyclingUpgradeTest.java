package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Databases of older releases, brought up to date with the service's own settings. */
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
    Flyway.configure().dataSource(database).target("1").load().migrate();
    insert("11111111-1111-1111-1111-111111111111", "DONE", null, 30, 7L);
    insert("22222222-2222-2222-2222-222222222222", "QUARANTINE", 99L, 10, null);
    db.sql(
            "INSERT INTO segments (tier, segment, generation, state, last_dispatched_at, run_id)"
                + " VALUES (5, 3, 1, 'QUARANTINE', 1, '22222222-2222-2222-2222-222222222222')")
        .update();

    bringUpToDate();

    assertThat(
            db.sql(
                    "SELECT CONCAT(state, ' ', pending, ' ', COALESCE(finished_at, '-')) FROM run"
                        + " WHERE kind = 'recycling' ORDER BY id")
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

  @Test
  void a_table_of_runs_that_the_service_made_itself_is_kept_with_its_runs(@TempDir Path folder)
      throws IOException {
    try (InputStream table = new ClassPathResource("db/runs/V0_1__runs.sql").getInputStream()) {
      Files.copy(table, folder.resolve("V2__runs.sql"));
    }
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:db/migration", "filesystem:" + folder)
        .load()
        .migrate();
    db.sql(
            """
            INSERT INTO run (kind, subject, state, pending, request, progress, created_at,
              updated_at, not_before, tries, fence, lease_until)
            VALUES ('recycling', '', 'DONE', FALSE, '{}', '{}', 1, 1, 0, 0, 0, 0)\
            """)
        .update();

    bringUpToDate();

    assertThat(db.sql("SELECT kind FROM run ORDER BY id").query(String.class).list())
        .contains("recycling");
    assertThat(
            db.sql(
                    "SELECT version FROM flyway_schema_history"
                        + " WHERE version IN ('0.1', '0.2', '1', '2', '3') ORDER BY installed_rank")
                .query(String.class)
                .list())
        .isEqualTo(List.of("1", "2", "3", "0.1", "0.2"));
  }

  private void bringUpToDate() {
    new ApplicationContextRunner()
        .withInitializer(new ConfigDataApplicationContextInitializer())
        .withConfiguration(
            AutoConfigurations.of(DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class))
        .withPropertyValues(
            "spring.datasource.url=" + backends.jdbcUrl(name),
            "spring.datasource.username=" + backends.databaseUser(),
            "spring.datasource.password=" + backends.databasePassword())
        .run(started -> assertThat(started).hasNotFailed());
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
