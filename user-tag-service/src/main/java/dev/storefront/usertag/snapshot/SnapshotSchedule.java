package dev.storefront.usertag.snapshot;

import dev.storefront.common.run.Runs;
import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalTime;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Orders a snapshot of each day when it is over. A day whose end no instance saw, before the
 * installation or in an outage, has none: what is so hours later is not what was so then.
 */
@Component
class SnapshotSchedule {

  /** One at a time. */
  private static final String KEY = "snapshot";

  /** So late on the next day a snapshot is not begun any more. */
  static final LocalTime LATEST = LocalTime.of(1, 0);

  private final Runs<SnapshotRequest, SnapshotProgress> tagSnapshots;
  private final SnapshotTable table;
  private final Clock clock;

  SnapshotSchedule(
      Runs<SnapshotRequest, SnapshotProgress> tagSnapshots, SnapshotTable table, Clock clock) {
    this.tagSnapshots = tagSnapshots;
    this.table = table;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void look() {
    int yesterday = (int) LocalDate.now(clock).minusDays(1).toEpochDay();
    if (LocalTime.now(clock).isBefore(LATEST) && !table.isTaken(yesterday)) {
      tagSnapshots.startAlone(new SnapshotRequest(yesterday), KEY);
    }
  }
}
