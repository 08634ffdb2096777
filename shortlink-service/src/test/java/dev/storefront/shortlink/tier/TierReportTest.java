package dev.storefront.shortlink.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.DatabaseReads;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import dev.storefront.shortlink.segment.SegmentPool;
import dev.storefront.shortlink.tier.TierReport.TierIds;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Has tier 7 of the namespace to itself. */
@WithBackends(database = "shortlink", namespace = "tiers")
class TierReportTest extends ShortLinkTest {

  private static final String CLIENT = "order-app";

  /** A segment that nobody opens. */
  private static final long FAR = 50_000_000;

  private static final int MANY = 5_000;

  @Autowired TierReport report;
  @Autowired Leases leases;
  @Autowired SegmentPool pool;
  @Autowired JdbcTemplate jdbc;
  @Autowired JdbcClient client;
  @Autowired Clock clock;
  @Autowired PlatformTransactionManager transactions;

  @BeforeEach
  void nothing_is_free() {
    jdbc.update("DELETE FROM pool WHERE tier = 7");
  }

  @AfterEach
  void what_was_put_in_is_gone() {
    jdbc.update("DELETE FROM pool WHERE segment = ?", FAR);
    jdbc.update("DELETE FROM dispatches WHERE epoch = 0");
  }

  @Test
  void free_ids_are_counted_right_after_leases_sweeps_and_recycling() {
    Lease lease = lend(1000);
    Segment segment = lease.portions().get(0).segment();
    Set<Long> published = everySecondOf(lease);
    leases.claim(CLIENT, lease.leaseId(), lease.epoch(), published);
    leases.release(CLIENT, lease.leaseId());
    long handedBack = pooled();
    assertThat(handedBack).isGreaterThanOrEqualTo(500);

    Lease swept = lend(50);
    assertThat(pooled()).isEqualTo(handedBack - 50);
    leases.sweep(swept, Set.of(swept.portions().get(0).ids().first()));
    assertThat(pooled()).isEqualTo(handedBack - 1);

    List<Candidate> idle =
        List.of(new Candidate(segment, 1, clock.instant(), SegmentIds.all(segment)));
    inTransaction(() -> pool.quarantine(pool.lockIssued(idle), 1));
    long held = pooled();
    assertThat(held).isLessThanOrEqualTo(handedBack - 499);
    inTransaction(
        () -> {
          List<Candidate> locked = pool.lockQuarantined(idle);
          pool.recycle(locked);
          return locked;
        });
    assertThat(pooled()).isEqualTo(held + 1000);
  }

  @Test
  void a_sum_of_many_ranges_is_kept_for_minutes() {
    Lease lease = lend(1000);
    leases.claim(CLIENT, lease.leaseId(), lease.epoch(), everySecondOf(lease));
    leases.release(CLIENT, lease.leaseId());
    AtomicReference<Instant> now = new AtomicReference<>(clock.instant());
    InstantSource time = now::get;
    PooledIds some = new PooledIds(client, time.withZone(ZoneOffset.UTC), 100);
    long before = some.of(Tier.SEVEN);
    assertThat(before).isEqualTo(pooled());
    lend(10);
    now.updateAndGet(then -> then.plus(PooledIds.KEPT).minusMillis(1));
    assertThat(some.of(Tier.SEVEN)).isEqualTo(before);
    now.updateAndGet(then -> then.plusMillis(1));
    assertThat(some.of(Tier.SEVEN)).isEqualTo(before - 10);
  }

  @Test
  void what_may_be_many_rows_is_found_in_an_index_alone() {
    String ofNow = Long.toString(clock.millis());
    assertThat(indexAloneOf(PooledIds.COUNT, 7, 0, 50_000)).isEqualTo("by_turn");
    assertThat(indexAloneOf(TierReport.FRESH, 7)).isEqualTo("by_turn");
    assertThat(indexAloneOf(TierReport.DISPATCHED, 7, ofNow)).isEqualTo("by_time");
  }

  @Test
  void what_was_handed_out_on_other_days_is_not_read() {
    insert(
        MANY,
        "INSERT INTO dispatches (epoch, tier, segment, generation, first_id, last_id, published,"
            + " dispatched_at, dispatched_on, ended_at)"
            + " VALUES (0, 7, ?, 1, 1, 1, '', ?, '2020-01-01', 1577836800000)",
        n -> new Object[] {n, 1_577_836_800_000L});
    assertThat(rowsRead(() -> report.all())).isLessThan(MANY / 2);
  }

  @Test
  void a_lease_does_not_read_what_is_free_in_other_tiers() {
    insertFree(6, MANY);
    insertFree(7, 4 * MANY);
    assertThat(rowsRead(() -> pool.take(Tier.SEVEN, 10, clock.instant()))).isLessThan(MANY / 2);
  }

  private void insertFree(int tier, int ranges) {
    insert(
        ranges,
        "INSERT INTO pool (tier, segment, generation, first_id, last_id, fresh, available)"
            + " VALUES (?, ?, 1, ?, ?, FALSE, TRUE)",
        n -> new Object[] {tier, FAR, n, n});
  }

  private long pooled() {
    TierIds ids = report.all().get(2);
    assertThat(ids.pooled()).isEqualTo(new PooledIds(client, clock, 100).of(Tier.SEVEN));
    assertThat(ids.pooled())
        .isEqualTo(
            jdbc.queryForObject(
                "SELECT COALESCE(SUM(last_id - first_id + 1), 0) FROM pool"
                    + " WHERE tier = 7 AND available AND NOT fresh",
                Long.class));
    return ids.pooled();
  }

  private Lease lend(int count) {
    return ((Granting.Granted) leases.grant(CLIENT, unique(), Tier.SEVEN, count)).lease();
  }

  private static Set<Long> everySecondOf(Lease lease) {
    return lease.portions().stream()
        .flatMapToLong(lent -> LongStream.rangeClosed(lent.ids().first(), lent.ids().last()))
        .filter(id -> id % 2 == 0)
        .boxed()
        .collect(Collectors.toSet());
  }

  private String indexAloneOf(String query, Object... params) {
    Map<String, Object> plan =
        jdbc.queryForList("EXPLAIN " + query, params).stream()
            .filter(step -> step.get("key") != null)
            .findFirst()
            .orElseThrow();
    assertThat(plan.get("Extra").toString()).matches("(.*; )?Using index(;.*)?");
    return plan.get("key").toString();
  }

  private void insert(int rows, String row, IntFunction<Object[]> params) {
    jdbc.batchUpdate(row, IntStream.rangeClosed(1, rows).mapToObj(params).toList());
  }

  /** By what the database counted for the one connection that a transaction has. */
  private long rowsRead(Supplier<List<?>> query) {
    return inTransaction(
        () -> {
          long before = DatabaseReads.count(jdbc);
          assertThat(query.get()).isNotEmpty();
          return DatabaseReads.count(jdbc) - before;
        });
  }

  private <T> T inTransaction(Supplier<T> step) {
    TransactionTemplate transaction = new TransactionTemplate(transactions);
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    return Objects.requireNonNull(transaction.execute(status -> step.get()));
  }
}
