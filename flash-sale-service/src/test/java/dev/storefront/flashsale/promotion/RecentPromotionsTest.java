package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** With a ticker and a table of its own; what comes of it on real servers, FaultsTest shows. */
class RecentPromotionsTest {

  private static final long ID = 7001;

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger reads = new AtomicInteger();
  private final RecentPromotions recent = new RecentPromotions(this::read, nanos::get);
  private volatile @Nullable Instant stoppedAt;
  private volatile boolean away;
  private volatile @Nullable CountDownLatch hanging;

  @Test
  void many_who_look_at_once_have_it_read_once() {
    assertThat(IntStream.range(0, 10_000).parallel().filter(i -> isStopped())).isEmpty();

    assertThat(reads).hasValue(1);
  }

  @Test
  void what_another_instance_changed_shows_after_a_second() {
    assertThat(isStopped()).isFalse();
    stoppedAt = Instant.EPOCH;

    pass(Duration.ofMillis(999));
    assertThat(isStopped()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(isStopped()).isTrue();
  }

  @Test
  void what_this_instance_changed_shows_at_once_also_while_somebody_was_asking() {
    assertThat(isStopped()).isFalse();
    pass(Duration.ofSeconds(1));
    hanging = new CountDownLatch(1);
    var asking = CompletableFuture.supplyAsync(this::isStopped);
    await().atMost(Duration.ofMinutes(1)).until(() -> reads.get() == 2);

    var forgotten = CompletableFuture.runAsync(() -> recent.forget(ID));
    go();
    CompletableFuture.allOf(asking, forgotten).join();
    stoppedAt = Instant.EPOCH;

    assertThat(isStopped()).isTrue();
  }

  @Test
  void who_changes_it_waits_for_nobody_who_is_asking_and_what_is_being_read_is_not_kept()
      throws Exception {
    assertThat(isStopped()).isFalse();
    pass(Duration.ofSeconds(1));
    hanging = new CountDownLatch(1);
    var asking = CompletableFuture.supplyAsync(this::isStopped);
    await().atMost(Duration.ofMinutes(1)).until(() -> reads.get() == 2);

    CompletableFuture.runAsync(() -> recent.forget(ID)).get(30, TimeUnit.SECONDS);
    go();
    assertThat(asking.join()).isFalse();
    stoppedAt = Instant.EPOCH;

    assertThat(isStopped()).isTrue();
  }

  @Test
  void what_this_instance_may_have_changed_is_read_again_and_shown_as_it_was_while_it_cannot_be() {
    assertThat(isStopped()).isFalse();
    stoppedAt = Instant.EPOCH;

    away = true;
    recent.doubt(ID);
    assertThat(isStopped()).isFalse();

    away = false;
    pass(Duration.ofSeconds(5));
    assertThat(isStopped()).isTrue();
    stoppedAt = null;
    recent.doubt(ID);
    assertThat(isStopped()).isFalse();
  }

  @Test
  void that_there_is_none_is_remembered_too() {
    IntStream.range(0, 100).forEach(i -> assertThat(recent.find(0)).isEmpty());

    assertThat(reads).hasValue(1);
  }

  @Test
  void without_mysql_it_is_shown_as_it_was_for_an_hour_and_mysql_is_asked_now_and_then() {
    assertThat(isStopped()).isFalse();
    away = true;

    for (int second = 1; second < 3_600; second++) {
      pass(Duration.ofSeconds(1));
      assertThat(isStopped()).isFalse();
    }
    assertThat(reads.get()).isBetween(600, 722);
    assertThatThrownBy(() -> recent.find(7002)).isInstanceOf(RuntimeException.class);

    pass(Duration.ofSeconds(1));
    assertThatThrownBy(this::isStopped).isInstanceOf(DataAccessResourceFailureException.class);

    away = false;
    stoppedAt = Instant.EPOCH;
    assertThat(isStopped()).isTrue();
  }

  @Test
  void once_mysql_is_back_it_is_shown_as_it_is_within_six_seconds() {
    assertThat(isStopped()).isFalse();
    away = true;
    pass(Duration.ofSeconds(60));
    assertThat(isStopped()).isFalse();

    away = false;
    stoppedAt = Instant.EPOCH;
    pass(Duration.ofSeconds(6));

    assertThat(isStopped()).isTrue();
  }

  @Test
  void nobody_else_waits_while_a_mysql_that_hangs_is_asked() {
    assertThat(isStopped()).isFalse();
    hanging = new CountDownLatch(1);
    pass(Duration.ofSeconds(1));
    var asking = CompletableFuture.supplyAsync(this::isStopped);
    await().atMost(Duration.ofMinutes(1)).until(() -> reads.get() == 2);

    assertThat(IntStream.range(0, 100).mapToObj(i -> isStopped())).containsOnly(false);

    assertThat(asking).isNotDone();
    stoppedAt = Instant.EPOCH;
    go();
    assertThat(asking.join()).isTrue();
    assertThat(reads).hasValue(2);
  }

  private boolean isStopped() {
    return recent.find(ID).orElseThrow().isStopped();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void go() {
    CountDownLatch latch = hanging;
    hanging = null;
    if (latch != null) {
      latch.countDown();
    }
  }

  private Optional<StoredPromotion> read(long promotionId) {
    reads.incrementAndGet();
    CountDownLatch latch = hanging;
    if (latch != null) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (away) {
      throw new DataAccessResourceFailureException("away");
    }
    return Optional.of(promotionId).filter(id -> id == ID).map(this::promotion);
  }

  private StoredPromotion promotion(long id) {
    Instant end = Instant.EPOCH.plus(Duration.ofDays(1));
    BigDecimal cents = new BigDecimal("10.00");
    Price price = new Price(Price.Kind.FIXED, cents, cents);
    var limit = new Promotion.Limit(Promotion.Limit.Per.NONE, 0, 0);
    var rate = new Promotion.Rate(100, 1);
    Buckets buckets = Buckets.of(5, 1, limit.per());
    return new StoredPromotion(
        new Promotion(
            id, 1, 5, Instant.EPOCH, end, price, limit, rate, Duration.ofMinutes(20), buckets),
        Instant.EPOCH,
        Instant.EPOCH,
        stoppedAt,
        null,
        0,
        cents,
        0,
        null);
  }
}
