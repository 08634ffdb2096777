package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;

/** Recoveries of one instance, one of which takes longer than its lease. */
@HastySale
class RecoveriesTogetherTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofSeconds(90);

  private static final Duration HELD_FOR = Duration.ofSeconds(7);

  /**
   * Of a lease of 4 s some 2 s are left when it is renewed; who does that may have to ask the
   * database some eight things before.
   */
  private static final Duration STANDSTILL = Duration.ofMillis(300);

  private static final int MOST_TRIES = 10;

  @Autowired private DataSource database;
  @Autowired private Recoveries recoveries;
  @Autowired private RecoveryTable table;
  @Autowired private RecoveryProperties properties;

  /** On a machine that stands still a lease may run out: then all is done again. */
  @Test
  void none_waits_for_a_slow_one_and_all_keep_their_leases() throws SQLException {
    Duration longestPause = Duration.ZERO;
    int takeovers = 1;
    for (int tries = 1; takeovers > 0 && tries <= MOST_TRIES; tries++) {
      long[] ids = new long[2];
      longestPause = recoverTogether(ids);
      takeovers = takeovers(ids[0]) + takeovers(ids[1]);
      if (longestPause.compareTo(STANDSTILL) < 0) {
        assertThat(takeovers).as("nothing paused for longer than %s", longestPause).isZero();
      }
    }
    assertThat(takeovers).as("something paused for %s", longestPause).isZero();
  }

  /**
   * The slow one first.
   *
   * @param ids gets the ids of the recoveries
   * @return how long a look at the database, and the pause before it, took at most
   */
  private Duration recoverTogether(long[] ids) throws SQLException {
    long slow = sold();
    long other = sold();
    Pauses pauses = new Pauses();
    AtomicReference<CompletableFuture<Long>> answer = new AtomicReference<>();
    whileLocked(
        slow,
        () -> {
          long start = System.nanoTime();
          pauses.look();
          // Its answer waits for the sale to be closed.
          CompletableFuture<Long> asked = CompletableFuture.supplyAsync(() -> recover(slow));
          await().atMost(LONG).until(() -> pauses.look() && table.unfinishedOf(slow).isPresent());
          ids[0] = table.unfinishedOf(slow).orElseThrow();
          CompletableFuture<Long> second = CompletableFuture.supplyAsync(() -> recover(other));
          await().atMost(LONG).until(() -> pauses.look() && second.isDone());
          ids[1] = second.join();

          await().atMost(LONG).until(() -> pauses.look() && isDone(ids[1]));
          await()
              .atMost(LONG)
              .until(() -> pauses.look() && System.nanoTime() - start > HELD_FOR.toNanos());
          assertThat(viewOf(ids[0]).at("/state").asString()).isEqualTo("RUNNING");
          answer.set(asked);
        });
    assertThat(answer.get().join()).isEqualTo(ids[0]);
    await().atMost(LONG).until(() -> pauses.look() && isDone(ids[0]));
    return pauses.longest();
  }

  private boolean isDone(long recovery) {
    Reply view = api().get("/api/v1/recoveries/" + recovery, OPERATOR);
    return view.status() == 200 && view.at("/state").asString().equals("DONE");
  }

  private int takeovers(long recovery) {
    int takeovers = viewOf(recovery).at("/takeovers").asInt(-1);
    assertThat(takeovers).isNotNegative();
    return takeovers;
  }

  /** Looks at the database, as who keeps a lease does, and notes how far apart looks end. */
  private final class Pauses {

    private long last = System.nanoTime();
    private long longest;

    synchronized boolean look() {
      try {
        table.latestUnfinished();
      } catch (DataAccessException tooSlow) {
        // The next look is as late.
        return true;
      }
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      last = now;
      return true;
    }

    synchronized Duration longest() {
      return Duration.ofNanos(longest);
    }
  }

  /** A slow machine may take as long to close one: then all is done again. */
  @Test
  void who_wants_one_promotion_waits_for_that_one_and_who_wants_all_for_all() throws SQLException {
    boolean inTime = false;
    for (int tries = 1; !inTime && tries <= MOST_TRIES; tries++) {
      inTime = timeForOneWhileAnotherIsSlow().compareTo(properties.answerWithin()) < 0;
    }
    assertThat(inTime).isTrue();
  }

  /** How long who wants another one than the slow one waits; who wants all waits as they may. */
  private Duration timeForOneWhileAnotherIsSlow() throws SQLException {
    long slow = sold();
    long other = sold();
    AtomicReference<Duration> time = new AtomicReference<>();
    whileLocked(
        slow,
        () -> {
          recoveries.startAutomatically(List.of(slow, other));

          time.set(timeOf(() -> recover(other)));
          assertThat(table.isClosed(slow)).isFalse();

          assertThat(timeOf(this::recoverAll)).isGreaterThanOrEqualTo(properties.answerWithin());
          assertThat(table.isClosed(slow)).isFalse();
        });

    recoverAll();
    await().atMost(LONG).until(() -> table.isClosed(slow));
    awaitDone(recover(slow), LONG);
    return time.get();
  }

  private static Duration timeOf(Runnable call) {
    long start = System.nanoTime();
    call.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Nobody closes the promotion meanwhile. */
  private void whileLocked(long promotion, Runnable work) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement lock =
            connection.prepareStatement(
                "SELECT 1 FROM promotion WHERE promotion_id = ? FOR UPDATE")) {
      connection.setAutoCommit(false);
      lock.setLong(1, promotion);
      lock.executeQuery();
      work.run();
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private void recoverAll() {
    api().post("/api/v1/recoveries", OPERATOR, Map.of("all", true)).expect(202);
  }

  private long sold() {
    long promotion = onSale(10);
    tryGrab(freshOrder(), promotion, 1).expect(201);
    return promotion;
  }
}
