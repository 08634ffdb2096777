package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.recovery.Recovery.Wait;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An instance's hold on a recovery during one pass, and what it has to report. */
final class RecoveryLease {

  private static final Duration OLD = Duration.ofSeconds(2);

  private final RecoveryTable table;
  private final Recovery recovery;
  private final String owner;
  private long unreported;
  private long renewed = System.nanoTime();
  private @Nullable Wait shown;
  private @Nullable Wait worst;

  RecoveryLease(RecoveryTable table, Recovery recovery, String owner) {
    this.table = table;
    this.recovery = recovery;
    this.owner = owner;
    this.shown = recovery.waitingFor();
  }

  Recovery recovery() {
    return recovery;
  }

  /** Notes that many rows as read. */
  void read(int rows) {
    unreported += rows;
    renewIfOld();
  }

  /** Notes what one of the promotions waits for; the last in the order of {@link Wait} counts. */
  void waitsFor(@Nullable Wait wait) {
    if (wait != null && (worst == null || wait.compareTo(worst) > 0)) {
      worst = wait;
    }
  }

  /** The pass is over: what was found to be waited for is shown. */
  void passed() {
    shown = worst;
    table.renew(recovery.id(), owner, unreported, shown);
  }

  void renewIfOld() {
    if (System.nanoTime() - renewed > OLD.toNanos()) {
      renew();
    }
  }

  /**
   * Keeps the recovery, and reports how far it is.
   *
   * @throws IllegalStateException if it belongs to somebody else by now
   */
  void renew() {
    if (!table.renew(recovery.id(), owner, unreported, shown)) {
      throw new IllegalStateException("Recovery " + recovery.id() + " went to another instance");
    }
    unreported = 0;
    renewed = System.nanoTime();
  }
}
