package dev.storefront.usertag.tagging;

import dev.storefront.usertag.lease.WorkLeases;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Ends marks whose time has come: one instance does, some at a time. */
@Component
class ExpiryWorker {

  private static final int MARKS_PER_STEP = 500;
  private static final int MOST_COUNTED = 100_001;

  private final TagExpiries expiries;
  private final Tagging tagging;
  private final WorkLeases leases;
  private final Clock clock;
  private final AtomicLong backlog = new AtomicLong();

  ExpiryWorker(
      TagExpiries expiries, Tagging tagging, WorkLeases leases, Clock clock, MeterRegistry meters) {
    this.expiries = expiries;
    this.tagging = tagging;
    this.leases = leases;
    this.clock = clock;
    meters.gauge("storefront.usertag.expiry.backlog", backlog);
  }

  /** Often, for an end shows by this alone: where none has come it is one look at an index. */
  @Scheduled(fixedDelay = 200)
  void round() {
    if (expiries.overdue(clock.millis(), 1) > 0 && !tagging.isBehind()) {
      leases.work("expiry", this::step);
    }
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void count() {
    backlog.set(expiries.overdue(clock.millis(), MOST_COUNTED));
  }

  /**
   * Ends some. The database has it done even if Redis is away: then it follows as after any write.
   *
   * @return whether there may be more
   */
  private boolean step() {
    if (tagging.isBehind()) {
      return false;
    }
    List<TagChange> due = expiries.due(clock.millis(), MARKS_PER_STEP);
    if (!due.isEmpty()) {
      tagging.applyToKnown(due);
    }
    return due.size() == MARKS_PER_STEP;
  }
}
