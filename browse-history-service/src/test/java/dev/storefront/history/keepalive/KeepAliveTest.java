package dev.storefront.history.keepalive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.HistoryKeys;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@HistoryTest
class KeepAliveTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  @Autowired private Storefront storefront;
  @Autowired private Archive archive;
  @Autowired private KeepAlive keepAlive;
  @Autowired private Runs<KeepAliveRequest, KeepAliveProgress> keepAliveRuns;
  @Autowired private StringRedisTemplate redis;
  @Autowired private JdbcClient jdbc;
  @Autowired private Namespace namespace;

  private long before;

  @BeforeEach
  void anExport() {
    archive.complete(0);
    before = archive.latestExport().map(Export::watermark).orElse(0L);
  }

  @AfterEach
  void asItWas() {
    watermark(before);
  }

  @Test
  void with_a_batch_five_days_late_nobody_loses_a_view() {
    watermark(System.currentTimeMillis() - 5 * DAY.toMillis());
    Shopper alice = lookedAWhileAgo(HOUR);
    long sku = alice.skus().get(0);

    // Whoever looks for late exports orders a pass, unless there was one within the hour.
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              jdbc.sql("DELETE FROM run WHERE kind = 'history-keep-alive' AND NOT pending")
                  .update();
              keepAlive.look();
              return left(alice).compareTo(HOUR) > 0;
            });
    assertThat(left(alice)).isBetween(Duration.ofHours(47), Duration.ofHours(48));
    assertThat(alice.skus()).containsExactly(sku);

    // A day later, and still no export.
    expiresIn(alice, Duration.ofHours(24));
    pass();
    assertThat(left(alice)).isGreaterThan(Duration.ofHours(47));
  }

  @Test
  void views_that_an_export_has_expire_and_those_with_time_are_left_alone() {
    watermark(System.currentTimeMillis() - 3 * DAY.toMillis());
    Shopper exported = lookedAWhileAgo(HOUR);
    Shopper missed = lookedAWhileAgo(Duration.ofHours(30));
    Shopper recent = lookedAWhileAgo(Duration.ofHours(40));

    KeepAliveProgress progress = pass();

    assertThat(left(exported)).isLessThanOrEqualTo(HOUR);
    assertThat(left(missed)).isBetween(Duration.ofHours(47), Duration.ofHours(48));
    assertThat(left(recent)).isBetween(Duration.ofHours(39), Duration.ofHours(40));
    assertThat(progress.users()).isGreaterThanOrEqualTo(3);
    assertThat(progress.kept()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void a_pass_goes_on_where_it_was() {
    KeepAliveProgress half = KeepAliveProgress.NONE.after("a", "17", false, 500, 3);
    assertThat(half.cursorOf("a")).isEqualTo("17");
    assertThat(half.cursorOf("b")).isEqualTo("0");
    KeepAliveProgress done = half.after("a", "0", true, 20, 1);
    assertThat(done.done()).containsExactly("a");
    assertThat(done.users()).isEqualTo(520);
    assertThat(done.kept()).isEqualTo(4);
  }

  private Shopper lookedAWhileAgo(Duration left) {
    Shopper shopper = storefront.newShopper();
    shopper.look(storefront.newSkus(1));
    expiresIn(shopper, left);
    return shopper;
  }

  private KeepAliveProgress pass() {
    if (keepAliveRuns.start(new KeepAliveRequest(0)) instanceof RunStart.Started started) {
      return passUntilDone(started.id());
    }
    throw new AssertionError("no pass");
  }

  private KeepAliveProgress passUntilDone(long id) {
    Run<KeepAliveRequest, KeepAliveProgress> over =
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> keepAliveRuns.find(id).orElseThrow(), run -> run.state() == RunState.DONE);
    return over.progress();
  }

  private void watermark(long time) {
    jdbc.sql("UPDATE completed_export SET watermark = ?").param(time).update();
    await()
        .until(
            () -> archive.latestExport().map(Export::watermark).filter(w -> w == time).isPresent());
  }

  private void expiresIn(Shopper shopper, Duration left) {
    assertThat(redis.expire(key(shopper), left)).isTrue();
  }

  private Duration left(Shopper shopper) {
    return Duration.ofMillis(redis.getExpire(key(shopper), TimeUnit.MILLISECONDS));
  }

  private String key(Shopper shopper) {
    return HistoryKeys.of(namespace.key(""), shopper.user()).views();
  }
}
