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

/** The erasures of users, one of each at a time. */
@Component
class Erasures {

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
   * offline pipeline misses it.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException while Redis does not answer
   *     for the user: only it knows of views by clocks that are ahead
   */
  @UseCase("erase-history")
  RunStart start(String user) {
    long latest = Math.max(latestViewAt(user), deletions.latestOf(user));
    ErasureRequest request = new ErasureRequest(user, Math.max(clock.millis(), latest));
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              RunStart start = erasures.startAlone(request, subject(user), subject(user));
              if (start instanceof RunStart.Started) {
                pauses.end(user, request.upTo());
                deletions.markErased(user, request.upTo());
              }
              return start;
            }));
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
      task.eraseWhatShows(erasure.request().user(), erasure.request().upTo());
      erasures.cancel(erasure.id());
    }
  }

  /** Short enough, and the same for no two users, as those may differ by a blank. */
  private static String subject(String user) {
    return UUID.nameUUIDFromBytes(user.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
