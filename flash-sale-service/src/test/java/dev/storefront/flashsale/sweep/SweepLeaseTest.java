package dev.storefront.flashsale.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

class SweepLeaseTest extends FlashSaleTest {

  @Autowired private JdbcTemplate db;

  @AfterEach
  void leaveItToTheService() {
    db.update("UPDATE sweep_lease SET leased_until = 0");
  }

  @Test
  void who_stood_still_and_has_the_lease_again_learns_that_another_had_it() {
    SweepLease one = new SweepLease(db);
    SweepLease other = new SweepLease(db);
    whileLeasesEnd(one::isMine);
    long before = one.term();

    whileLeasesEnd(other::isMine);
    whileLeasesEnd(() -> one.isMine() && one.term() > before);
  }

  @Test
  void that_another_may_have_had_it_is_known_though_mysql_fell_back_to_before_that() {
    AtomicLong nanos = new AtomicLong();
    SweepLease one = new SweepLease(db, nanos::get);
    // The service's own sweeper asks as well.
    whileLeasesEnd(() -> isMine(one, nanos));
    long before = one.term();
    List<Map<String, Object>> rows = db.queryForList("SELECT * FROM sweep_lease");
    whileLeasesEnd(new SweepLease(db)::isMine);

    await()
        .until(
            () -> {
              fallBack(rows);
              return isMine(one, nanos);
            });

    assertThat(one.term()).isGreaterThan(before);
  }

  /** By its clock it has not asked for longer than a lease lasts. */
  private static boolean isMine(SweepLease lease, AtomicLong nanos) {
    nanos.addAndGet(Duration.ofSeconds(11).toNanos());
    return lease.isMine();
  }

  private void fallBack(List<Map<String, Object>> rows) {
    rows.forEach(
        row ->
            db.update(
                "UPDATE sweep_lease SET owner = ?, leased_until = ?, term = ?",
                row.get("owner"),
                row.get("leased_until"),
                row.get("term")));
  }

  private void whileLeasesEnd(BooleanSupplier done) {
    await()
        .until(
            () -> {
              db.update("UPDATE sweep_lease SET leased_until = 0");
              return done.getAsBoolean();
            });
  }
}
