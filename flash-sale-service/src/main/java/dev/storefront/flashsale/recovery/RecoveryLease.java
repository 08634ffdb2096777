package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.recovery.Recovery.Wait;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An instance's hold on a recovery, and what those who work on its promotions have to report. */
final class RecoveryLease {

  private static final Duration OLD = Duration.ofSeconds(2);

  private final RecoveryTable table;
  private final Recovery recovery;
  private final String owner;
  private final Map<Long, Wait> waits = new HashMap<>();
  private long unreported;
  private long renewed = System.nanoTime();
  private @Nullable Wait shown;

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
  synchronized void read(int rows) {
    unreported += rows;
    renewIfDue();
  }

  /** Notes what a promotion waits for, null if it does not. */
  synchronized void waitsFor(long promotionId, @Nullable Wait wait) {
    if (wait == null) {
      waits.remove(promotionId);
    } else {
      waits.put(promotionId, wait);
    }
  }

  /** Of all promotions' waits the last in the order of {@link Wait} is shown. */
  private @Nullable Wait worst() {
    return waits.values().stream().max(Comparator.naturalOrder()).orElse(null);
  }

  /**
   * Keeps the recovery if that was last done a while ago, or if there is something else to show.
   *
   * @throws IllegalStateException if it belongs to somebody else by now
   */
  synchronized void renewIfDue() {
    if (System.nanoTime() - renewed > OLD.toNanos() || shown != worst()) {
      renew();
    }
  }

  /**
   * Keeps the recovery, and reports how far it is.
   *
   * @throws IllegalStateException if it belongs to somebody else by now
   */
  synchronized void renew() {
    @Nullable Wait wait = worst();
    if (!table.renew(recovery.id(), owner, unreported, wait)) {
      throw new IllegalStateException("Recovery " + recovery.id() + " went to another instance");
    }
    unreported = 0;
    renewed = System.nanoTime();
    shown = wait;
  }
}
