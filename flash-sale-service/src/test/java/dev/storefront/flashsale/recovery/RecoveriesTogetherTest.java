package dev.storefront.flashsale.recovery;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.testing.Api.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.testing.WithBackends;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** Recoveries of one instance, one of which takes longer than its lease. */
@WithBackends(database = "flash_sale", namespace = "together")
@TestPropertySource(
    properties = {
      "storefront.flash-sale.recovery.closed-for=1s",
      "storefront.flash-sale.recovery.lease=4s"
    })
class RecoveriesTogetherTest extends FlashSaleTest {

  /** The slow one's step alone takes that long, for it is given up only after five seconds. */
  private static final Duration SOON = Duration.ofSeconds(8);

  private static final Duration LONG = Duration.ofSeconds(40);
  private static final Duration HELD_FOR = Duration.ofSeconds(9);

  @Autowired private DataSource database;

  @Test
  void none_waits_for_a_slow_one_and_all_keep_their_leases() throws SQLException {
    long slow = sold();
    long other = sold();
    long slowRecovery;
    long otherRecovery;
    try (Connection connection = database.getConnection();
        PreparedStatement lock =
            connection.prepareStatement(
                "SELECT 1 FROM promotion WHERE promotion_id = ? FOR UPDATE")) {
      connection.setAutoCommit(false);
      lock.setLong(1, slow);
      lock.executeQuery();
      long start = System.nanoTime();

      slowRecovery = recover(slow);
      otherRecovery = recover(other);

      done(otherRecovery, SOON);
      await().atMost(LONG).until(() -> System.nanoTime() - start > HELD_FOR.toNanos());
      assertThat(view(slowRecovery).at("/state").asString()).isEqualTo("RUNNING");
      connection.rollback();
      connection.setAutoCommit(true);
    }
    done(slowRecovery, LONG);

    assertThat(view(slowRecovery).at("/takeovers").asInt(-1)).isZero();
    assertThat(view(otherRecovery).at("/takeovers").asInt(-1)).isZero();
  }

  private long sold() {
    long promotion = onSale(10);
    api()
        .post("/api/v1/grabs", SERVICE, grab(freshOrder(), promotion, 1, "pat", "192.0.2.7"))
        .expect(201);
    return promotion;
  }

  private long recover(long promotion) {
    return api()
        .post("/api/v1/recoveries", OPERATOR, Map.of("promotionId", promotion))
        .expect(202)
        .at("/id")
        .asLong();
  }

  private Reply view(long recovery) {
    return api().get("/api/v1/recoveries/" + recovery, OPERATOR).expect(200);
  }

  private void done(long recovery, Duration within) {
    await()
        .atMost(within)
        .untilAsserted(
            () -> {
              Reply view = view(recovery);
              assertThat(view.at("/state").asString()).as("%s", view.body()).isEqualTo("DONE");
            });
  }
}
