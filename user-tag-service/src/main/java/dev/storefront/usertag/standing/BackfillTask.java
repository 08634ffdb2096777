package dev.storefront.usertag.standing;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.usertag.tagging.LockedUser;
import dev.storefront.usertag.tagging.RecordedTags;
import dev.storefront.usertag.user.UserDirectory;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Brings an audience's newest formula from user to user, some in a transaction, and tells who
 * enters and leaves by it. One that is changed meanwhile is begun anew: each user then goes from
 * the formula that has reached him. Everybody leaves one that is deleted.
 */
@Component
class BackfillTask implements RunTask<Backfill, Backfilled> {

  private static final int USERS_PER_STEP = 200;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final AudienceTable audiences;
  private final FormulaTable formulas;
  private final Transitions transitions;
  private final RecordedTags recorded;
  private final UserDirectory users;
  private final TransactionOperations transaction;

  BackfillTask(
      AudienceTable audiences,
      FormulaTable formulas,
      Transitions transitions,
      RecordedTags recorded,
      UserDirectory users,
      TransactionOperations transaction) {
    this.audiences = audiences;
    this.formulas = formulas;
    this.transitions = transitions;
    this.recorded = recorded;
    this.users = users;
    this.transaction = transaction;
  }

  @Override
  public RunOutcome work(ActiveRun<Backfill, Backfilled> run) throws InterruptedException {
    boolean isDone = false;
    while (!isDone) {
      if (transitions.isBehind()) {
        return new RunOutcome.GoesOnIn(PAUSE);
      }
      isDone = run.ask(() -> Boolean.TRUE.equals(transaction.execute(status -> step(run))));
    }
    return new RunOutcome.Done();
  }

  /** Returns whether nothing is left to do. */
  private Boolean step(ActiveRun<Backfill, Backfilled> run) {
    List<AudienceFormula> ofAudience = formulas.of(run.request().audience());
    if (ofAudience.size() < 2) { // it has reached everybody, or the audience is gone
      audiences.forget(run.request().audience()); // if it was deleted
      return true;
    }
    AudienceFormula newest = ofAudience.get(0);
    List<LockedUser> next = recorded.lockAfter(newest.reached(), USERS_PER_STEP);
    if (next.isEmpty()) {
      // Nobody becomes known from here on. What the newest user's ordinal was does not tell: that
      // user may be erased.
      users.lockHighestOrdinal();
      next = recorded.lockAfter(newest.reached(), USERS_PER_STEP);
    }
    transitions.reach(next, ofAudience);
    if (next.isEmpty()) {
      formulas.finish(newest);
    } else {
      formulas.reach(newest, next.get(next.size() - 1).ordinal());
    }
    run.save(run.progress().more(next.size()));
    return false;
  }
}
