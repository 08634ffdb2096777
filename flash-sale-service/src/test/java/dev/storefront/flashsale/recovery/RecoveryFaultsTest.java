package dev.storefront.flashsale.recovery;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.flashsale.FlashSaleApplication;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.LossyRedis;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/** Redis loses its data, and instances die. While grabs go on nobody pushes the clock. */
@Tag("proof")
@WithBackends(database = "flash_sale", namespace = "lossy", redisClusters = "lossy")
@Import(LossyRedis.class)
@TestPropertySource(properties = LossyRedis.LEASE)
class RecoveryFaultsTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofSeconds(120);
  private static final Duration WHILE = Duration.ofSeconds(1);

  private static final int QUOTA = 200;
  private static final int BUYERS = 260;

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Environment environment;
  @Autowired private JdbcClient db;
  @Autowired private DataSource database;
  @Autowired private RecoveryTable table;
  @Autowired private Runs<RecoveryRequest, RecoveryProgress> runs;

  private final Faults faults = TestBackends.shared().faults();

  @Test
  void a_redis_that_is_emptied_in_the_midst_of_a_sale_oversells_and_forgets_nothing() {
    long promotion = onSale(terms(QUOTA).limit("PIN", 1));

    List<Reply> replies = storm(promotion, () -> cluster.call(c -> c.flushall()).join());

    keepsItsWord(promotion, replies);
    assertThat(recoveriesOf(promotion)).isEqualTo(1);
  }

  @Test
  void a_redis_that_is_killed_in_the_midst_of_a_sale_oversells_and_forgets_nothing() {
    long promotion = onSale(terms(QUOTA).limit("PIN", 1));

    List<Reply> replies = storm(promotion, () -> faults.kill(LossyRedis.SERVER));
    faults.start(LossyRedis.SERVER);

    keepsItsWord(promotion, replies);
  }

  @Test
  void a_recovery_whose_instance_dies_goes_on_in_another() throws SQLException {
    runs.stop();
    try (ServiceProcess other =
        ServiceProcess.start(
            FlashSaleApplication.class,
            environment,
            Map.of(
                "spring.data.redis.cluster.nodes",
                environment.getRequiredProperty("storefront.redis.clusters.lossy.nodes"),
                "spring.kafka.consumer.properties.session.timeout.ms",
                "6000",
                "storefront.runs.lease",
                "5s"))) {
      long promotion = onSale(10);
      tryGrab("d-" + promotion, promotion, "pat").expect(201);
      long recovery = recover(promotion);
      await().atMost(LONG).until(() -> table.isClosed(promotion));
      whileLocked(
          recovery,
          () -> {
            await().during(WHILE).atMost(LONG).until(() -> isHeld(recovery));
            other.kill();
          });
      assertThat(viewOf(recovery).at("/state").asString()).isEqualTo("RUNNING");

      runs.start();
      doneInHaste(recovery);
      assertThat(viewOf(recovery).at("/takeovers").asInt()).isPositive();
      booksAgree(promotion, 1);
      tryGrab("e-" + promotion, promotion, "pat").expect(201);
    } finally {
      if (!runs.isRunning()) {
        runs.start();
      }
    }
  }

  /** Nobody can note meanwhile what became of its promotions. */
  private void whileLocked(long recovery, Runnable work) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement lock =
            connection.prepareStatement(
                "SELECT 1 FROM recovery_promotion WHERE run_id = ? FOR UPDATE")) {
      connection.setAutoCommit(false);
      lock.setLong(1, recovery);
      lock.executeQuery();
      work.run();
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private boolean isHeld(long recovery) {
    return db.sql("SELECT owner IS NOT NULL FROM run WHERE id = ?")
        .param(recovery)
        .query(Boolean.class)
        .single();
  }

  @Test
  void an_approval_that_redis_did_not_hear_of_counts_and_is_carried_out_later() {
    Terms terms = terms(3);
    long promotion = terms.promotionId();
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);

    faults.kill(LossyRedis.SERVER);
    approve(promotion).expect(503);
    faults.start(LossyRedis.SERVER);

    await().atMost(LONG).until(() -> approve(promotion).status() == 200);
    assertThat(api().get("/api/v1/promotions/" + promotion, null).at("/state").asString())
        .isEqualTo("ONGOING");
    for (int i = 0; i < 3; i++) {
      assertThat(insistInHaste(promotion, i).status()).isEqualTo(201);
    }
    insistInHaste(promotion, 3).expect(409, "sold-out");
    booksAgree(promotion, 3);
  }

  private Reply approve(long promotion) {
    return api().post("/api/v1/promotions/" + promotion + "/approve", OPERATOR, null);
  }

  /** Whoever got nothing comes again until the sale is sold out. */
  private void keepsItsWord(long promotion, List<Reply> replies) {
    assertThat(replies).allMatch(r -> r.status() == 201 || r.status() == 503);
    assertThat(replies).anyMatch(r -> r.status() == 201).anyMatch(r -> r.status() == 503);
    int sold = 0;
    for (int i = 0; i < BUYERS; i++) {
      Reply last = insist(order(promotion, i), promotion, "p" + i);
      if (replies.get(i).status() == 201) {
        assertThat(last.status()).isEqualTo(200);
        assertThat(last.at("/items")).isEqualTo(replies.get(i).at("/items"));
      }
      sold += last.status() < 300 ? 1 : 0;
    }
    assertThat(sold).isEqualTo(QUOTA);
    booksAgree(promotion, QUOTA);
    tryGrab("again-" + promotion, promotion, "p0").expect(409, "limit-reached");
  }

  private Reply insist(String order, long promotion, String pin) {
    return decided(() -> tryGrab(order, promotion, pin));
  }

  private Reply insistInHaste(long promotion, int buyer) {
    return decided(() -> hastened(tryGrab(order(promotion, buyer), promotion, "p" + buyer)));
  }

  private static Reply decided(Callable<Reply> grab) {
    return await()
        .pollDelay(Duration.ZERO)
        .atMost(LONG)
        .until(grab, reply -> reply.status() < 300 || reply.code().equals("sold-out"));
  }

  private List<Reply> storm(long promotion, Runnable fault) {
    ExecutorService callers = Executors.newFixedThreadPool(8);
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < BUYERS; i++) {
      int n = i;
      replies.add(
          CompletableFuture.supplyAsync(
              () -> {
                if (n == BUYERS / 3) {
                  fault.run();
                }
                return tryGrab(order(promotion, n), promotion, "p" + n);
              },
              callers));
    }
    List<Reply> done = replies.stream().map(CompletableFuture::join).toList();
    callers.shutdown();
    return done;
  }

  private static String order(long promotion, int n) {
    return "s-" + promotion + "-" + n;
  }

  private Reply tryGrab(String order, long promotion, String pin) {
    return tryGrab(order, promotion, 1, pin);
  }

  private int recoveriesOf(long promotion) {
    return db.sql("SELECT COUNT(*) FROM recovery_promotion WHERE promotion_id = ?")
        .param(promotion)
        .query(Integer.class)
        .single();
  }

  /** Time passes faster meanwhile. */
  private void doneInHaste(long recovery) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              clock.push(Duration.ofSeconds(1));
              Reply view = viewOf(recovery);
              assertThat(view.at("/state").asString()).as("%s", view.json()).isEqualTo("DONE");
            });
  }
}
