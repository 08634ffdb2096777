package dev.storefront.shortlink.repair;

import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.shortlink.link.LinkRepair;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Waits until cold storage or the database has all changes, and then looks through them. */
@Component
class RepairTask implements RunTask<RepairRequest, RepairProgress> {

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** What clocks of instances may be apart, which give changes their times. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

  /** Each is soon repeated, and to save one costs a write. */
  private static final int STEPS_SAVED_AT_ONCE = 8;

  private final LinkRepair links;
  private final TopicReader topic;

  RepairTask(LinkRepair links, TopicReader topic) {
    this.links = links;
    this.topic = topic;
  }

  @Override
  public RunOutcome work(ActiveRun<RepairRequest, RepairProgress> run) throws InterruptedException {
    if (!run.progress().complete() && !isComplete(run)) {
      return new RunOutcome.GoesOnIn(PAUSE);
    }
    RepairRequest request = run.request();
    Instant since = Instant.ofEpochMilli(Math.max(0, request.since() - CLOCKS_APART.toMillis()));
    run.patiently(() -> links.restoreUntold(request.slots()));
    for (int step = run.progress().step(); step < LinkRepair.STEPS; step++) {
      int next = step;
      run.patiently(() -> links.restore(request.slots(), since, next));
      if (step % STEPS_SAVED_AT_ONCE == 0) {
        run.save(run.progress().at(step + 1));
      }
    }
    return new RunOutcome.Done();
  }

  /**
   * What was acknowledged before the doubt is a note, or an event that cold storage has yet to take
   * unless it has. Notes come first: one that goes has become an event.
   */
  private boolean isComplete(ActiveRun<RepairRequest, RepairProgress> run) {
    if (run.progress().note() < 0) {
      run.save(run.progress().upTo(links.lastNote()));
    }
    if (run.progress().ends().isEmpty()) {
      if (!links.areDecided(run.progress().note(), run.request().slots())) {
        return false;
      }
      run.save(run.progress().upTo(topic.ends(LinkRepair.TOPIC)));
    }
    if (!topic.hasTaken(LinkRepair.TOPIC, LinkRepair.GROUP, run.progress().ends())) {
      return false;
    }
    run.save(run.progress().completed());
    return true;
  }
}
