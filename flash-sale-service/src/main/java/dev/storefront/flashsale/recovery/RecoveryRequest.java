package dev.storefront.flashsale.recovery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a recovery is asked for; its promotions stand in their own table.
 *
 * @param automatic true if the service found the loss by itself
 * @param promotions how many there are
 * @param replayFrom from when on the ledger's topic is written to MySQL once more before MySQL is
 *     believed; null if MySQL lost nothing
 */
record RecoveryRequest(boolean automatic, int promotions, @Nullable Instant replayFrom) {

  /** The same of that many promotions. */
  RecoveryRequest of(int count) {
    return new RecoveryRequest(automatic, count, replayFrom);
  }
}
