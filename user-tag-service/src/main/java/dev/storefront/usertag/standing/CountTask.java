package dev.storefront.usertag.standing;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.usertag.audience.AudienceSearch;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Counts audiences one after the other, as long as one is due. */
@Component
class CountTask implements RunTask<Counting, Counted> {

  private final AudienceTable table;
  private final AudienceCounts counts;
  private final AudienceSearch search;
  private final TransactionOperations transaction;
  private final Clock clock;

  CountTask(
      AudienceTable table,
      AudienceCounts counts,
      AudienceSearch search,
      TransactionOperations transaction,
      Clock clock) {
    this.table = table;
    this.counts = counts;
    this.search = search;
    this.transaction = transaction;
    this.clock = clock;
  }

  @Override
  public RunOutcome work(ActiveRun<Counting, Counted> run) throws InterruptedException {
    long hour = run.request().hour();
    for (Optional<StandingAudience> due = table.countedBefore(hour);
        due.isPresent();
        due = table.countedBefore(hour)) {
      count(due.get(), run);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    counts.forgetBefore(clock.instant().minus(AudienceCounts.KEPT));
    return new RunOutcome.Done();
  }

  private void count(StandingAudience audience, ActiveRun<Counting, Counted> run) {
    Instant now = clock.instant();
    OptionalLong users = search.countIfTagsExist(audience.expression());
    transaction.executeWithoutResult(
        status -> {
          if (users.isEmpty()) {
            table.notCounted(audience, now.toEpochMilli());
          } else if (table.counted(audience, users.getAsLong(), now.toEpochMilli())) {
            counts.add(audience.id(), AudienceSchedule.hourOf(now), now, users.getAsLong());
          }
          run.save(run.progress().oneMore());
        });
  }
}
