package dev.storefront.history.rebuild;

import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.InvalidPageViewException;
import dev.storefront.history.core.PageView;
import dev.storefront.history.core.View;
import dev.storefront.history.deletion.DeletionPlace;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.pause.PausePlace;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.recording.ViewRecorder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Brings pauses and deletions of MySQL, and then page views of the topic, into Redis again, beside
 * whoever records new ones. All of it changes nothing where Redis has it.
 */
@Component
class RebuildTask implements RunTask<RebuildRequest, RebuildProgress> {

  /** What producers' clocks may be behind: places by time are those of their records. */
  private static final Duration CLOCKS_OF_PRODUCERS = Duration.ofHours(1);

  private final TopicReader topics;
  private final RecordedMarks marks;
  private final ViewRecorder recorder;
  private final Deletions deletions;
  private final PausedRecording pauses;
  private final Archive archive;
  private final Namespace namespace;
  private final Clock clock;
  private final Duration margin;

  RebuildTask(
      TopicReader topics,
      RecordedMarks marks,
      ViewRecorder recorder,
      Deletions deletions,
      PausedRecording pauses,
      Archive archive,
      Namespace namespace,
      Clock clock,
      @Value("${history.rebuild.margin:1m}") Duration margin) {
    this.topics = topics;
    this.marks = marks;
    this.recorder = recorder;
    this.deletions = deletions;
    this.pauses = pauses;
    this.archive = archive;
    this.namespace = namespace;
    this.clock = clock;
    this.margin = margin;
  }

  @Override
  public RunOutcome work(ActiveRun<RebuildRequest, RebuildProgress> run)
      throws InterruptedException {
    Predicate<String> users = usersOf(run.request().slots());
    if (run.progress().ends().isEmpty()) {
      if (run.progress().deletions() == null) {
        restorePauses(run, users);
      }
      restoreDeletions(run, users);
      run.save(run.progress().reading(first(run.request()), topics.ends(ViewRecorder.TOPIC)));
    }
    RebuildProgress progress = run.progress();
    topics.read(
        ViewRecorder.TOPIC,
        progress.next(),
        progress.ends(),
        (records, next) -> run.save(run.progress().at(next, record(records, users))));
    return new RunOutcome.Done();
  }

  private void restorePauses(
      ActiveRun<RebuildRequest, RebuildProgress> run, Predicate<String> users) {
    PausePlace saved = run.progress().pauses();
    Optional<PausePlace> place =
        Optional.of(saved == null ? PausePlace.since(since(run.request())) : saved);
    while (place.isPresent()) {
      place = pauses.restore(place.get(), users);
      place.ifPresent(next -> run.save(run.progress().atPause(next)));
    }
  }

  private void restoreDeletions(
      ActiveRun<RebuildRequest, RebuildProgress> run, Predicate<String> users) {
    DeletionPlace saved = run.progress().deletions();
    Optional<DeletionPlace> place =
        Optional.of(saved == null ? DeletionPlace.since(since(run.request())) : saved);
    while (place.isPresent()) {
      place = deletions.restore(place.get(), users);
      place.ifPresent(next -> run.save(run.progress().atDeletion(next)));
    }
  }

  /** Deletions have the time of their call, or a later one. An operator gets all there are. */
  private long since(RebuildRequest request) {
    return Math.max(0, request.lostSince() - margin.toMillis());
  }

  private Map<Integer, Long> first(RebuildRequest request) {
    if (request.from() != null) {
      return topics.offsetsAt(ViewRecorder.TOPIC, Instant.ofEpochMilli(request.from()));
    }
    return marks
        .before(Instant.ofEpochMilli(since(request)))
        .orElseGet(() -> topics.offsetsAt(ViewRecorder.TOPIC, beginOfHotViews()));
  }

  /**
   * From then on the topic has what Redis may have had and no export has; all of it as long as it
   * is not known whether there was an export.
   */
  private Instant beginOfHotViews() {
    Instant hot = clock.instant().minus(HistoryRules.HOT_LIFETIME);
    Instant exported =
        Instant.ofEpochMilli(archive.latestExport().map(Export::watermark).orElse(0L));
    Instant begin = (exported.isBefore(hot) ? exported : hot).minus(CLOCKS_OF_PRODUCERS);
    return begin.isBefore(Instant.EPOCH) ? Instant.EPOCH : begin;
  }

  private long record(List<ConsumerRecord<String, byte[]>> records, Predicate<String> users) {
    Instant now = clock.instant();
    Map<String, List<View>> viewsByUser = new HashMap<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      PageView event = read(record, now);
      if (event != null && !event.isTooOld(now) && users.test(event.userId())) {
        viewsByUser.computeIfAbsent(event.userId(), user -> new ArrayList<>()).add(event.view());
      }
    }
    List<CompletableFuture<Long>> replies = new ArrayList<>();
    viewsByUser.forEach((user, views) -> replies.add(recorder.record(user, views)));
    return ViewRecorder.awaitAll(replies);
  }

  private static @Nullable PageView read(ConsumerRecord<String, byte[]> record, Instant now) {
    try {
      return PageView.read(record.value(), now);
    } catch (InvalidPageViewException e) {
      // A dead letter of whoever records.
      return null;
    }
  }

  private Predicate<String> usersOf(@Nullable HashSlots slots) {
    return slots == null
        ? user -> true
        : user -> slots.covers(HistoryKeys.of(namespace.key(""), user).views());
  }
}
