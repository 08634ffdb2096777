package dev.storefront.history.erasure;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.erasure.ErasedStore.By;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.purchase.Purchases;
import dev.storefront.history.recording.ViewRecorder;
import dev.storefront.history.topic.TopicRetention;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Erases a user store by store. All of it goes by one time, may be repeated, and leaves alone what
 * came later. The mark that keeps everything from coming back was made with the order of the run.
 */
@Component
class ErasureTask implements RunTask<ErasureRequest, ErasureProgress> {

  /** MySQL first: what Redis takes from there must be gone before Redis is emptied. */
  private static final List<Store> ORDER =
      List.of(Store.MYSQL, Store.REDIS, Store.HBASE, Store.LAKE, Store.KAFKA);

  private final Deletions deletions;
  private final PausedRecording pauses;
  private final Purchases purchases;
  private final Archive archive;
  private final TopicRetention retention;
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
      Clock clock,
      @Value("${history.offline.zone:Asia/Shanghai}") ZoneId zone,
      @Value("${history.erasure.lake-days:62}") int lakeDays) {
    this.deletions = deletions;
    this.pauses = pauses;
    this.purchases = purchases;
    this.archive = archive;
    this.retention = retention;
    this.clock = clock;
    this.zone = zone;
    this.lakeDays = lakeDays;
  }

  @Override
  public RunOutcome work(ActiveRun<ErasureRequest, ErasureProgress> run) {
    for (Store store : ORDER) {
      if (!run.progress().isDone(store)) {
        run.save(run.progress().with(erase(store, run.request().user(), run.request().upTo())));
      }
    }
    return new RunOutcome.Done();
  }

  private ErasedStore erase(Store store, String user, long upTo) {
    return switch (store) {
      case MYSQL -> {
        deletions.forget(user, upTo);
        pauses.forget(user, upTo);
        purchases.forget(user, upTo);
        yield new ErasedStore(store, clock.instant(), By.DELETION);
      }
      case REDIS -> {
        deletions.eraseFromRedis(user, upTo);
        yield new ErasedStore(store, clock.instant(), By.DELETION);
      }
      case HBASE -> {
        archive.delete(user, upTo).join();
        yield new ErasedStore(store, clock.instant(), By.DELETION);
      }
      case LAKE -> new ErasedStore(store, endInTheLake(upTo), By.RETENTION);
      case KAFKA ->
          new ErasedStore(
              store,
              retention.of(ViewRecorder.TOPIC).map(clock.instant()::plus).orElse(null),
              By.RETENTION);
    };
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
