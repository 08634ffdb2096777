package dev.storefront.common.database;

import dev.storefront.common.health.BoundedHealthIndicator;
import dev.storefront.common.settings.ServerSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.resilience.annotation.EnableResilientMethods;

@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
    beforeName =
        "org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration")
@ConditionalOnBean(DataSource.class)
@EnableResilientMethods
class DatabaseAutoConfiguration {

  private static final Duration ANSWER = Duration.ofSeconds(1);

  /** Takes the place of Boot's own, which waits for the pool as long as any caller does. */
  @Bean
  HealthIndicator dbHealthIndicator(DataSource database) {
    return BoundedHealthIndicator.upIf(
        () -> CompletableFuture.runAsync(() -> probe(database), DatabaseAutoConfiguration::start));
  }

  @Bean
  ServerSettings databaseSettings(DataSource database) {
    return new DatabaseSettings(database);
  }

  private static void probe(DataSource database) {
    try (Connection connection = database.getConnection()) {
      if (!connection.isValid((int) ANSWER.toSeconds())) {
        throw new IllegalStateException("The database did not answer in " + ANSWER);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** There is never more than one probe under way, so no pool is needed. */
  private static void start(Runnable probe) {
    Thread thread = new Thread(probe, "db-health");
    thread.setDaemon(true);
    thread.start();
  }
}
