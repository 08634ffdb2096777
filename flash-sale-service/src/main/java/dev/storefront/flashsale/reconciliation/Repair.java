package dev.storefront.flashsale.reconciliation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.flashsale.recovery.Recoveries;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Has a promotion rebuilt if Redis is not what the ledger says. */
@Component
class Repair {

  private static final int LOOKS = 10;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final BothSides sides;
  private final Recoveries recoveries;

  Repair(BothSides sides, Recoveries recoveries) {
    this.sides = sides;
    this.recoveries = recoveries;
  }

  /**
   * What came of it.
   *
   * @param recoveryId the recovery that rebuilds the promotion; absent if both sides agree
   * @param books what agreed, absent otherwise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RepairReply(
      @Schema(example = "3") @Nullable Long recoveryId, @Nullable Reconciliation books) {}

  /**
   * Looks until nothing is on its way and two looks see the same, for some seconds at most.
   *
   * @param promotionId one that Redis ought to keep
   * @return empty if so much goes on that nobody can tell, or that nothing can be begun
   */
  Optional<RepairReply> repair(long promotionId) {
    Reconciliation before = sides.of(promotionId);
    for (int look = 1; look < LOOKS; look++) {
      if (before.redis() == null || before.redis().recovering()) {
        return begin(promotionId);
      }
      pause();
      Reconciliation now = sides.of(promotionId);
      if (now.isQuiet() && now.equals(before)) {
        return now.difference() == 0 ? Optional.of(new RepairReply(null, now)) : begin(promotionId);
      }
      before = now;
    }
    return Optional.empty();
  }

  private Optional<RepairReply> begin(long promotionId) {
    return recoveries.start(promotionId).map(id -> new RepairReply(id, null));
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
