package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.tagging.UnsettledMarks.Left;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

  /** So that the scheduler has its thread back now and then. */
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);

  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final Clock clock;

  /** How far the present pass is; what it could not settle the next one tries again. */
  private Left last = Left.NONE;

  Upkeep(UnsettledMarks unsettled, Settlement settlement, Clock clock) {
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void settle() {
    Instant before = clock.instant().minus(LEFT_BEHIND);
    Instant end = clock.instant().plus(LONGEST_ROUND);
    boolean isMore = true;
    while (isMore && clock.instant().isBefore(end)) {
      List<Left> some = unsettled.leftBefore(before, last, WRITES_PER_STEP);
      some.forEach(left -> settle(left.write()));
      isMore = some.size() == WRITES_PER_STEP;
      last = isMore ? some.get(some.size() - 1) : Left.NONE;
    }
  }

  /** Those of other segments need not wait for one that is being brought back. */
  private void settle(long writeId) {
    try {
      List<Mark> marks = unsettled.ofWrite(writeId);
      settlement.settleAgain(Set.of(writeId), marks);
      log.info("Settled {} marks that were left behind", marks.size());
    } catch (RuntimeException e) {
      log.warn("Marks that were left behind wait for the next pass: {}", e.toString());
    }
  }
}
