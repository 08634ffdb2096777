package dev.storefront.usertag.rebuild;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.segment.SegmentLost;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.RecordedTags;
import dev.storefront.usertag.tagging.Tagging;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * Compares all segments of Redis with the database, one after the other, and repairs what differs.
 * It works for about a tenth of the time, unless it is told to pause less or more.
 */
@Component
class CheckTask implements RunTask<CheckRequest, CheckProgress> {

  private static final Logger log = LoggerFactory.getLogger(CheckTask.class);
  private static final long WORK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_PAUSES = 1_000;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);
  private static final Duration SWITCHED_OFF = Duration.ofSeconds(10);

  private final SegmentStore segments;
  private final RecordedTags recorded;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final ApplicationEventPublisher events;
  private final int pauses;
  private final Switch<Boolean> isOn;
  private final Counter compared;
  private final Counter repaired;

  /**
   * @param pauses so many times as long as it has worked it pauses, 0 to 1,000
   */
  CheckTask(
      SegmentStore segments,
      RecordedTags recorded,
      TagCatalog tags,
      Tagging tagging,
      ApplicationEventPublisher events,
      @Value("${storefront.usertag.check-pauses:9}") int pauses,
      Switches switches,
      MeterRegistry meters) {
    this.segments = segments;
    this.recorded = recorded;
    this.tags = tags;
    this.tagging = tagging;
    this.events = events;
    if (pauses < 0 || pauses > MOST_PAUSES) {
      throw new IllegalArgumentException("storefront.usertag.check-pauses must be 0 to 1000");
    }
    this.pauses = pauses;
    this.isOn = switches.defineBoolean("segment-checks", true);
    this.compared = meters.counter("storefront.usertag.check.compared");
    this.repaired = meters.counter("storefront.usertag.check.repaired");
  }

  /** Whether operators want checks. */
  boolean isOn() {
    return isOn.get();
  }

  @Override
  public RunOutcome work(ActiveRun<CheckRequest, CheckProgress> run) throws InterruptedException {
    int last = run.ask(segments::lastSegment);
    long began = System.nanoTime();
    while (run.progress().next() <= last) {
      if (!isOn()) {
        run.save(run.progress()); // it is alive
        return new RunOutcome.GoesOnIn(SWITCHED_OFF);
      }
      run.patiently(() -> check(run));
      long worked = System.nanoTime() - began;
      if (worked > WORK_NANOS) {
        Duration pause = Duration.ofNanos(worked * pauses);
        return new RunOutcome.GoesOnIn(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
      }
    }
    return new RunOutcome.Done();
  }

  private void check(ActiveRun<CheckRequest, CheckProgress> run) {
    int segment = run.progress().next();
    SegmentComparison.Compared found;
    try {
      found = new SegmentComparison(segments, recorded, tags, segment).compare(tagging);
      if (found.isLost()) {
        events.publishEvent(new SegmentLost(segment, SegmentLost.ANY_BUILD));
      }
    } catch (ProblemException e) {
      if (!e.problem().code().equals("rebuilding")) {
        throw e;
      }
      // Whoever found it lost has it built anew; the segments behind it do not wait for that.
      log.warn("Segment {} is not compared, for it is built anew", segment);
      found = SegmentComparison.Compared.LOST;
    }
    run.save(run.progress().after(found));
    compared.increment(found.users());
    repaired.increment(found.repaired());
  }
}
