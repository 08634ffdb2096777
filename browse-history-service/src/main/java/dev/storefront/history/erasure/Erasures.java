package dev.storefront.history.erasure;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.history.core.RecordViews;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.timeline.Timeline;
import io.lettuce.core.RedisCommandExecutionException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The erasures of users. Of each one is open: an order while it is makes it erase up to now. */
@Component
class Erasures {

  /** Those that can be open: one, and one that is about to end. */
  private static final int LATEST = 2;

  private final Runs<ErasureRequest, ErasureProgress> erasures;
  private final Deletions deletions;
  private final PausedRecording pauses;
  private final Timeline timeline;
  private final ErasureTask task;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Erasures(
      Runs<ErasureRequest, ErasureProgress> erasures,
      ErasureTask task,
      Deletions deletions,
      PausedRecording pauses,
      Timeline timeline,
      PlatformTransactionManager transactions,
      Clock clock) {
    this.erasures = erasures;
    this.task = task;
    this.deletions = deletions;
    this.pauses = pauses;
    this.timeline = timeline;
    this.transaction = new TransactionTemplate(transactions);
    // So that a run that somebody else orders meanwhile is seen.
    this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.clock = clock;
  }

  /**
   * Orders one, ends a pause that goes on, and marks the user with it, so that no job of the
   * offline pipeline misses it. One that is open takes the order over, unless it is about to end.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException while Redis does not answer
   *     for the user: only it knows of views by clocks that are ahead
   */
  @UseCase("erase-history")
  RunStart start(String user) {
    long latest = Math.max(latestViewAt(user), deletions.latestOf(user));
    long now = Math.max(clock.millis(), latest);
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              pauses.end(user, now);
              // Other orders, and an open erasure that saves how far it is, wait here. Always later
              // than the mark of before, or an open one would not begin anew.
              long upTo = Math.max(now, deletions.lockErasure(user).orElse(0) + 1);
              deletions.markErased(user, upTo);
              ErasureRequest request = new ErasureRequest(user, upTo);
              RunStart start = open(user).orElseGet(() -> erasures.start(request, subject(user)));
              if (start instanceof RunStart.TooMany) {
                status.setRollbackOnly();
              }
              return start;
            }));
  }

  /** The user's erasure that will yet look at the mark. */
  private Optional<RunStart> open(String user) {
    return erasures.page(subject(user), LATEST, null).items().stream()
        .filter(run -> !run.state().isOver() && !run.progress().isComplete())
        .<RunStart>map(run -> new RunStart.Started(run.id()))
        .findFirst();
  }

  /** None in what is no history: it goes with the erasure. */
  private long latestViewAt(String user) {
    try {
      return timeline.latestViewAt(user);
    } catch (RedisCommandExecutionException e) {
      if (RecordViews.canNeverSucceed(e.getMessage())) {
        return 0;
      }
      throw e;
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  /** Empty if it is another user's, too. */
  Optional<Run<ErasureRequest, ErasureProgress>> find(String user, long id) {
    return erasures.find(id).filter(run -> run.request().user().equals(user));
  }

  RunPage<Run<ErasureRequest, ErasureProgress>> page(
      String user, int limit, @Nullable String cursor) {
    return erasures.page(subject(user), limit, cursor);
  }

  /**
   * Cancels one. Its mark was made with its order and stays, or what was deleted before might come
   * back: so nothing of before shows from then on, and not from whenever Redis hears of the mark.
   */
  void cancel(Run<ErasureRequest, ErasureProgress> erasure) {
    if (!erasure.state().isOver()) {
      String user = erasure.request().user();
      long erased = deletions.erasedAt(user).orElse(erasure.request().upTo());
      task.eraseWhatShows(user, erased);
      // An order that it took over meanwhile has moved the mark; one that comes later finds it
      // over.
      long mark =
          Objects.requireNonNull(
              transaction.execute(
                  status -> {
                    long latest = deletions.lockErasure(user).orElse(erased);
                    erasures.cancel(erasure.id());
                    return latest;
                  }));
      if (mark > erased) {
        task.eraseWhatShows(user, mark);
      }
    }
  }

  /** Short enough, and the same for no two users, as those may differ by a blank. */
  private static String subject(String user) {
    return UUID.nameUUIDFromBytes(user.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
