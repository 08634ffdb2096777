package dev.storefront.history.guest;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.EventPublisher.Outgoing;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.PageView;
import dev.storefront.history.core.Pauses;
import dev.storefront.history.core.View;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.recording.ViewRecorder;
import dev.storefront.history.timeline.Timeline;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Makes a guest's views the user's: as page views of the user, in the topic, where the lake and
 * whoever builds Redis anew find them, and in Redis at once. The guest's deletions of products come
 * first, and count for the user too; that a guest cleared the history takes only the guest's own
 * views out. All of it may be repeated.
 */
@Component
class GuestMerge {

  private final Timeline timeline;
  private final Deletions deletions;
  private final PausedRecording pauses;
  private final ViewRecorder recorder;
  private final EventPublisher events;

  GuestMerge(
      Timeline timeline,
      Deletions deletions,
      PausedRecording pauses,
      ViewRecorder recorder,
      EventPublisher events) {
    this.timeline = timeline;
    this.deletions = deletions;
    this.pauses = pauses;
    this.recorder = recorder;
    this.events = events;
  }

  /** Merges; returns how many views the user had not. */
  @UseCase("merge-guest")
  long merge(String user, String guest) {
    deletions.copy(guest, user);
    List<View> news = notYetOf(user, timeline.youngEnough(guest));
    if (news.isEmpty()) {
      return 0;
    }
    events.publishInOrder(
        news.stream()
            .map(view -> new Outgoing(ViewRecorder.TOPIC, user, event(user, guest, view)))
            .toList());
    ScriptRunner.await(recorder.record(user, news));
    // Not how many this call recorded: who reads the topic may have been faster.
    return news.size();
  }

  /**
   * Without those that would not show, or for which a full history has no room, which would be new
   * each time; what was erased is not to be written anywhere again.
   */
  private List<View> notYetOf(String user, List<View> views) {
    Map<Long, Long> known = new HashMap<>();
    timeline.youngEnough(user).forEach(view -> known.put(view.skuId(), view.viewedAt()));
    deletions
        .of(user)
        .forEach(deletion -> known.merge(deletion.skuId(), deletion.deletedAt(), Math::max));
    long cleared = deletions.clearedAt(user).orElse(-1);
    Pauses paused = pauses.of(user);
    List<View> news =
        views.stream()
            .filter(view -> view.viewedAt() > cleared && !paused.hide(view))
            .filter(view -> view.viewedAt() > known.getOrDefault(view.skuId(), -1L))
            .toList();
    return news.isEmpty() ? news : timeline.withRoom(user, news);
  }

  /** The same event each time. */
  private static PageView event(String user, String guest, View view) {
    String what = "merge/%s/%s/%d/%d".formatted(guest, user, view.skuId(), view.viewedAt());
    UUID id = UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8));
    return new PageView(id.toString(), user, view.skuId(), view.viewedAt());
  }
}
