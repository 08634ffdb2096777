package dev.storefront.history.erasure;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.erasure.ErasedStore.By;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.purchase.Purchases;
import dev.storefront.history.recording.ViewRecorder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases a user store by store. All of it goes by one time, may be repeated, and leaves alone what
 * came later. The mark that keeps everything from coming back was made with the order of the run.
 */
@Component
class ErasureTask implements RunTask<ErasureRequest, ErasureProgress> {

  private static final Logger log = LoggerFactory.getLogger(ErasureTask.class);

  /** MySQL first: what Redis takes from there must be gone before Redis is emptied. */
  private static final List<Store> ORDER =
      List.of(Store.MYSQL, Store.REDIS, Store.HBASE, Store.LAKE, Store.KAFKA);

  private static final List<String> TOPICS =
      List.of(ViewRecorder.TOPIC, ViewRecorder.TOPIC + ".dlt");

  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Deletions deletions;
  private final PausedRecording pauses;
  private final Purchases purchases;
  private final Archive archive;
  private final TopicRetention retention;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final ZoneId zone;
  private final int lakeDays;

  /**
   * @param zone whose midnights part the days of the lake
   * @param lakeDays how many days the lake keeps besides today
   */
  ErasureTask(
      Deletions deletions,
      PausedRecording pauses,
      Purchases purchases,
      Archive archive,
      TopicRetention retention,
      PlatformTransactionManager transactions,
      Clock clock,
      @Value("${history.offline.zone:Asia/Shanghai}") ZoneId zone,
      @Value("${history.erasure.lake-days:62}") int lakeDays) {
    this.deletions = deletions;
    this.pauses = pauses;
    this.purchases = purchases;
    this.archive = archive;
    this.retention = retention;
    this.transaction = new TransactionTemplate(transactions);
    this.clock = clock;
    this.zone = zone;
    this.lakeDays = lakeDays;
  }

  @Override
  public RunOutcome work(ActiveRun<ErasureRequest, ErasureProgress> run) {
    try {
      return eraseAll(run) ? new RunOutcome.Done() : new RunOutcome.GoesOnIn(Duration.ZERO);
    } catch (BackendUnavailableException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e; // the instance stops: another one goes on at once
      }
      // However long that takes: what was ordered is done in the end.
      log.info("Erasure {} waits: {}", run.id(), e.getMessage());
      return new RunOutcome.GoesOnIn(PAUSE);
    }
  }

  /** False if the user ordered it again meanwhile; others have their turn before it goes on. */
  private boolean eraseAll(ActiveRun<ErasureRequest, ErasureProgress> run) {
    if (run.progress().isComplete()) {
      return true;
    }
    reach(run, run.progress());
    long upTo = run.progress().upTo();
    for (Store store : ORDER) {
      if (!run.progress().isDone(store)) {
        reach(run, run.progress().with(erase(store, run.request().user(), upTo)));
      }
      if (run.progress().upTo() > upTo) {
        return false;
      }
    }
    return true;
  }

  /**
   * Saves how far it is, or that it begins anew if an order has moved the user's mark. That is
   * locked meanwhile, and by orders: one either moves it in time or finds the erasure complete.
   */
  private void reach(
      ActiveRun<ErasureRequest, ErasureProgress> run, ErasureProgress unlessOrderedAgain) {
    transaction.executeWithoutResult(
        status -> {
          ErasureRequest request = run.request();
          long mark = deletions.lockErasure(request.user()).orElse(request.upTo());
          ErasureProgress next =
              mark > run.progress().upTo() ? ErasureProgress.upTo(mark) : unlessOrderedAgain;
          // Or one that comes no further would never be given up.
          if (!next.equals(run.progress())) {
            run.save(next);
          }
        });
  }

  private ErasedStore erase(Store store, String user, long upTo) {
    return switch (store) {
      case MYSQL -> {
        forgetInMySql(user, upTo);
        yield new ErasedStore(store, clock.instant(), By.DELETION);
      }
      case REDIS -> {
        eraseWhatShows(user, upTo);
        yield new ErasedStore(store, clock.instant(), By.DELETION);
      }
      case HBASE -> {
        Replies.await(archive.delete(user, upTo));
        yield new ErasedStore(store, clock.instant(), By.DELETION);
      }
      case LAKE -> new ErasedStore(store, endInTheLake(upTo), By.RETENTION);
      case KAFKA -> new ErasedStore(store, endInKafka(), By.RETENTION);
    };
  }

  /** So that nothing of before shows, and recording goes on as MySQL says. */
  void eraseWhatShows(String user, long upTo) {
    forgetInMySql(user, upTo);
    deletions.eraseFromRedis(user, upTo);
    // What was written meanwhile by a transaction that could not see the order.
    forgetInMySql(user, upTo);
    pauses.applyAgain(user);
  }

  private void forgetInMySql(String user, long upTo) {
    deletions.forget(user, upTo);
    pauses.forget(user, upTo);
    purchases.forget(user, upTo);
  }

  /**
   * When the last record of a view or a dead letter is deleted; null for never. A view may become a
   * dead letter as late as it is deleted itself.
   */
  private @Nullable Instant endInKafka() {
    Duration both = Duration.ZERO;
    for (String topic : TOPICS) {
      Optional<Duration> kept = retention.of(topic);
      if (kept.isEmpty()) {
        return null;
      }
      both = both.plus(kept.get());
    }
    return clock.instant().plus(both);
  }

  /** When the day on which the last of it arrived is deleted. */
  private Instant endInTheLake(long upTo) {
    return Instant.ofEpochMilli(upTo)
        .atZone(zone)
        .toLocalDate()
        .plusDays(lakeDays + 1L)
        .atStartOfDay(zone)
        .toInstant();
  }
}
