package dev.storefront.flashsale.sweep;

import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.testing.FlashSaleTest;
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

  private void whileLeasesEnd(BooleanSupplier done) {
    await()
        .until(
            () -> {
              db.update("UPDATE sweep_lease SET leased_until = 0");
              return done.getAsBoolean();
            });
  }
}
