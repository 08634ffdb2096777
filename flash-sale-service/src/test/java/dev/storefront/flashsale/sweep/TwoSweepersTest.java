package dev.storefront.flashsale.sweep;

import static dev.storefront.common.database.DatabaseClock.NOW;
import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.flashsale.FlashSaleApplication;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.testing.Api;
import dev.storefront.flashsale.testing.AskedPromotions;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import dev.storefront.flashsale.units.Units;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** Two instances, each of which would look at all promotions. Nobody writes into their lease. */
@HastySale
class TwoSweepersTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(12);
  private static final Duration LONG_AFTER = Duration.ofSeconds(16);

  /** A round and the time that MySQL takes included, also on a busy machine. */
  private static final Duration AFTER_THE_LEASE = Duration.ofSeconds(60);

  private static final int PROMOTIONS = 60;
  private static final int LOOKS_PER_GRAB = 10;

  /** The instances' clocks may lie minutes apart. */
  private static final int TO_PAY = 86_400;

  private static final Map<String, String> AS_THE_FIRST =
      Map.of(
          "storefront.flash-sale.full-round", "1h",
          "storefront.flash-sale.settle-after", "5s",
          "spring.kafka.consumer.properties.session.timeout.ms", "6000");

  @Value("${spring.data.redis.cluster.nodes}")
  private String nodes;

  @Autowired private Environment environment;
  @Autowired private Namespace namespace;
  @Autowired private SweepLease lease;
  @Autowired private Orders orders;
  @Autowired private Units units;
  @Autowired private JdbcTemplate db;

  @Test
  void never_do_both_sweep_and_neither_asks_for_what_nobody_touched() throws Exception {
    List<Long> untouched =
        Stream.generate(() -> onSale(terms(10).buckets(2))).limit(PROMOTIONS).toList();
    long touched = onSale(terms(100_000).paidWithin(TO_PAY));
    try (SecondInstance second = startSecond();
        AskedPromotions asked = new AskedPromotions(nodes, namespace)) {
      SweepLease others = second.bean(SweepLease.class);
      List<Api> instances = List.of(api(), new Api(second.port()));
      // Who has just got the lease looks at everything, for longer than a reservation is young.
      await()
          .atMost(LONG)
          .until(
              () -> {
                asked.forget();
                return isAlwaysSomebodys(others, () -> grabEverywhere(instances, touched))
                    && untouched.stream().noneMatch(promotion -> asked.about(promotion) > 0);
              });
      assertThat(asked.about(touched)).isPositive();
    }
  }

  /** Looks for longer than a lease whose it is: never both's, and at no time nobody's. */
  private boolean isAlwaysSomebodys(SweepLease others, Runnable everySecond) {
    long begun = System.nanoTime();
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger nobodys = new AtomicInteger();
    await()
        .atMost(LONG)
        .until(
            () -> {
              if (looks.getAndIncrement() % LOOKS_PER_GRAB == 0) {
                everySecond.run();
              }
              if (!isEithersAndNeverBoths(others)) {
                nobodys.incrementAndGet();
              }
              return System.nanoTime() - begun >= LONGER_THAN_A_LEASE.toNanos();
            });
    return nobodys.get() == 0;
  }

  /** It may have changed hands in between; then the first to have it had it for another term. */
  private boolean isEithersAndNeverBoths(SweepLease others) {
    boolean before = lease.isMine();
    long term = lease.term();
    boolean other = others.isMine();
    boolean throughout = before && lease.isMine() && lease.term() == term;
    assertThat(throughout && other).as("both sweep").isFalse();
    return before || other;
  }

  private static void grabEverywhere(List<Api> instances, long promotion) {
    for (Api instance : instances) {
      Map<String, Object> body = grab(freshOrder(), promotion, 1, "pat", "192.0.2.7");
      assertThat(decision(untilDecided(instance, body))).isEqualTo("grabbed");
    }
  }

  @Test
  void the_lease_of_one_that_is_killed_ends_and_what_it_left_behind_is_settled() {
    long promotion = onSale(terms(5));
    long ends;
    try (ServiceProcess other =
        ServiceProcess.start(FlashSaleApplication.class, environment, AS_THE_FIRST)) {
      await()
          .atMost(LONG)
          .until(
              () -> {
                lease.destroy();
                return !lease.isMine();
              });
      reserve(promotion);
      ends = millis("leased_until");
      other.kill();
    }
    long killed = System.nanoTime();
    assertThat(ends - millis(NOW)).isLessThanOrEqualTo(LEASE.toMillis());

    await().atMost(LONG).until(lease::isMine);
    assertThat(millis(NOW)).as("not before the lease has ended").isGreaterThan(ends);
    assertThat(Duration.ofNanos(System.nanoTime() - killed))
        .isLessThan(LEASE.plus(AFTER_THE_LEASE));

    clock.push(LONG_AFTER);
    await().atMost(LONG).until(() -> units.pendingCount(promotion).join() == 0);
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  /** By MySQL's clock. */
  private long millis(String value) {
    Long millis = db.queryForObject("SELECT " + value + " FROM sweep_lease", Long.class);
    return Objects.requireNonNull(millis);
  }

  /** And no more: as though its instance had died. */
  private void reserve(long promotion) {
    List<OrderItem> items = List.of(new OrderItem(promotion, 2));
    Order order =
        orders
            .claim(new Orders.Draft(freshOrder(), items, "pat", "192.0.2.7", true))
            .join()
            .order();
    assertThat(units.reserve(order, items.get(0), clock.instant()).join().code().holds()).isTrue();
  }

  private SecondInstance startSecond() {
    return SecondInstance.start(
        FlashSaleApplication.class,
        environment,
        AS_THE_FIRST.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .toArray(String[]::new));
  }
}
