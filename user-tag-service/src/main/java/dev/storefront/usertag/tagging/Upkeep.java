package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Settles what a crash or an outage left unsettled, in every instance: they do not get in each
 * other's way.
 */
@Component
class Upkeep {

  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

  /** Longer than any write takes that is still under way. */
  private static final Duration LEFT_BEHIND = Duration.ofSeconds(5);

  private static final int WRITES_PER_STEP = 50;

  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final Clock clock;

  Upkeep(UnsettledMarks unsettled, Settlement settlement, Clock clock) {
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void settle() {
    List<Long> writes;
    int settled;
    do {
      writes = unsettled.writesBefore(clock.instant().minus(LEFT_BEHIND), WRITES_PER_STEP);
      settled = (int) writes.stream().filter(this::settle).count();
    } while (settled == WRITES_PER_STEP);
  }

  /** Those of other segments need not wait for one that is being brought back. */
  private boolean settle(long writeId) {
    try {
      List<Mark> marks = unsettled.ofWrite(writeId);
      settlement.settleAgain(Set.of(writeId), marks);
      log.info("Settled {} marks that were left behind", marks.size());
      return true;
    } catch (RuntimeException e) {
      log.warn("Marks that were left behind wait for the next round: {}", e.toString());
      return false;
    }
  }
}
