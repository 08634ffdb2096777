package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.localstack.testing.WithBackends;
import java.time.Duration;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/** The database is one of an earlier version, in which recoveries were no runs. */
@WithBackends(database = "flash_sale", namespace = "upgraded")
@Import(RecoveryUpgradeTest.EarlierVersion.class)
@TestPropertySource(properties = "storefront.flash-sale.recovery.closed-for=1s")
class RecoveryUpgradeTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final long PROMOTION = 77;
  private static final long RECOVERY = 5_000;

  /** The fence of its second instance, as that release counted. */
  private static final long FENCE = RECOVERY * 1_000 + 1;

  @Autowired private JdbcClient db;
  @Autowired private PromotionRebuild rebuild;

  @TestConfiguration
  static class EarlierVersion {

    /** Leaves a recovery that has closed the promotion, and is brought up to date with that. */
    @Bean
    FlywayMigrationStrategy fromTheEarlierVersion() {
      return upToDate -> {
        Flyway earlier =
            Flyway.configure()
                .configuration(upToDate.getConfiguration())
                .locations("classpath:db/migration", "classpath:db/redis-fallback")
                .target("35")
                .load();
        earlier.migrate();
        JdbcClient before = JdbcClient.create(earlier.getConfiguration().getDataSource());
        before
            .sql(
                "INSERT INTO recovery (id, automatic, started_at, promotions, takeovers)"
                    + " VALUES (?, TRUE, 1, 1, 1)")
            .param(RECOVERY)
            .update();
        before
            .sql(
                "INSERT INTO recovery_promotion (recovery_id, promotion_id, unfinished, closed_at)"
                    + " VALUES (?, ?, 1, 2)")
            .params(RECOVERY, PROMOTION)
            .update();
        upToDate.migrate();
      };
    }
  }

  @Test
  void what_an_earlier_versions_recovery_has_closed_is_rebuilt_by_the_next_one() {
    assertThat(
            db.sql(
                    "SELECT version FROM flyway_schema_history WHERE version IS NOT NULL"
                        + " ORDER BY installed_rank")
                .query(String.class)
                .list())
        .containsSubsequence("35", "0.1", "0.2", "36");
    onSale(
        new Terms(
            PROMOTION,
            10,
            clock.instant().minus(Duration.ofHours(1)),
            clock.instant().plus(Duration.ofDays(1)),
            terms(10).limit(),
            terms(10).rate(),
            1_200,
            1));
    tryGrab("kept", 2).expect(201);
    rebuild.close(PROMOTION, FENCE);
    tryGrab("refused", 1).expect(503, "recovering");

    await().atMost(LONG).untilAsserted(() -> tryGrab("too-many", 9).expect(409, "sold-out"));
    tryGrab("kept", 2).expect(200);
    tryGrab("last", 8).expect(201);
    Reply recoveries = api().get("/api/v1/recoveries", OPERATOR).expect(200);
    assertThat(recoveries.at("/items").size()).isEqualTo(1);
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(
                        api().get("/api/v1/recoveries", OPERATOR).at("/items/0/state").asString())
                    .isEqualTo("DONE"));
  }

  private Reply tryGrab(String order, int quantity) {
    return tryGrab(order, PROMOTION, quantity);
  }
}
