package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** Nobody holds a monitor while MySQL is asked: a virtual thread would hold its carrier too. */
class MonitorsTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration CLOSED = Duration.ofSeconds(12);
  private static final long SHORTER_THAN_ANY_TIME_OUT_SECONDS = 4;

  /** And those of maps and caches, in whose turn something is read. */
  private static final List<String> OURS =
      List.of("dev.storefront", "java.util.concurrent.ConcurrentHashMap");

  @Autowired private DataSource database;
  @Autowired private SweepLease lease;
  @Autowired private JdbcTemplate db;
  @Autowired private TransactionTemplate transaction;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void who_asks_for_the_sweepers_lease_does_not_wait_for_another_who_asks_mysql() {
    transaction.executeWithoutResult(
        status -> {
          db.queryForList("SELECT * FROM sweep_lease FOR UPDATE");
          await().atMost(LONG).until(() -> isSomebodyWaitingFor("UPDATE sweep_lease"));

          holdNoMonitor(MonitorsTest::asking);
          await()
              .atMost(LONG)
              .untilAsserted(
                  () ->
                      assertThat(
                              CompletableFuture.supplyAsync(
                                  lease::isMine, task -> new Thread(task).start()))
                          .succeedsWithin(SHORTER_THAN_ANY_TIME_OUT_SECONDS, TimeUnit.SECONDS));
        });
  }

  @Test
  void who_saves_how_far_a_recovery_is_holds_no_monitor() {
    long promotion = onSale(10);
    clock.stand();
    long recovery = recover(promotion);
    byte[] record = bytes(PromotionKeys.of(promotion, namespace).record());
    byte[] rebuiltIn = bytes("rebuiltIn");
    await().atMost(LONG).until(() -> cluster.call(c -> c.hget(record, rebuiltIn)).join() != null);

    transaction.executeWithoutResult(
        status -> {
          db.queryForList("SELECT 1 FROM recovery_promotion WHERE run_id = ? FOR UPDATE", recovery);
          clock.push(CLOSED);
          clock.goOn();
          holdNoMonitor(MonitorsTest::saving);
        });
    awaitDone(recovery, LONG);
  }

  @Test
  void who_writes_the_ledger_holds_no_monitor_while_mysql_says_what_is_sold() throws SQLException {
    long promotion = onSale(10);
    try (Connection admin = database.getConnection();
        Statement sql = admin.createStatement()) {
      sql.execute("LOCK TABLES promotion WRITE");
      try {
        tryGrab(freshOrder(), promotion, 1).expect(201);
        holdNoMonitor(MonitorsTest::naming);
      } finally {
        sql.execute("UNLOCK TABLES");
      }
    }
    booksAgree(promotion, 1);
  }

  /** Threads that wait for MySQL to say what an entry of the ledger is about. */
  private static List<ThreadInfo> naming() {
    return inMySql()
        .filter(thread -> isIn(thread, ".LedgerConsumer") && isIn(thread, ".Promotions"))
        .toList();
  }

  /** Threads that wait for MySQL to save something of a recovery. */
  private static List<ThreadInfo> saving() {
    return inMySql().filter(thread -> thread.getThreadName().equals("rebuild")).toList();
  }

  /** Threads that wait for MySQL to say whose the lease is. */
  private static List<ThreadInfo> asking() {
    return inMySql().filter(thread -> isIn(thread, ".SweepLease")).toList();
  }

  private static Stream<ThreadInfo> inMySql() {
    return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
        .filter(thread -> isIn(thread, ".JdbcTemplate"));
  }

  private static boolean isIn(ThreadInfo thread, String type) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith(type));
  }

  /** Waits until there are such threads. */
  private static void holdNoMonitor(Callable<List<ThreadInfo>> threads) {
    assertThat(await().atMost(LONG).until(threads, found -> !found.isEmpty()))
        .allSatisfy(
            thread ->
                assertThat(thread.getLockedMonitors())
                    .as("%s", thread)
                    .noneMatch(
                        held -> OURS.stream().anyMatch(of -> held.getClassName().startsWith(of))));
  }

  private boolean isSomebodyWaitingFor(String statement) {
    Integer waiting =
        db.queryForObject(
            """
            SELECT COUNT(*) FROM information_schema.processlist
            WHERE info LIKE ? AND id <> CONNECTION_ID()\
            """,
            Integer.class,
            statement + "%");
    return waiting != null && waiting > 0;
  }
}
