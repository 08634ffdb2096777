package dev.storefront.usertag.segment;

import static java.util.stream.Collectors.groupingBy;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptRunner;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Changes users' tags in Redis. Calls fail as {@link ScriptRunner} says, and with 503 {@code
 * rebuilding} if Redis does not have the segment whole. One that failed may be carried out all the
 * same, and late: until somebody supersedes it.
 */
@Component
final class MarkWriter {

  /** Marks in one script call: some milliseconds of Redis's time. */
  private static final int LARGEST_CALL = 250;

  private static final int MOST_TRIES = 20;
  private static final long OTHER_PASS = -3;

  private final SegmentLayout layout;
  private final Namespace namespace;
  private final SegmentReplies replies;
  private final ScriptRunner scripts;

  /** As last heard of, by segment: a call with another one changes nothing. */
  private final Map<Integer, String> passes = new ConcurrentHashMap<>();

  MarkWriter(
      SegmentLayout layout, Namespace namespace, SegmentReplies replies, ScriptRunner scripts) {
    this.layout = layout;
    this.namespace = namespace;
    this.replies = replies;
    this.scripts = scripts;
  }

  /**
   * Makes every mark so, as {@link SegmentStore} says.
   *
   * @param isSuperseding whether what was sent before is refused from then on
   */
  long apply(Collection<Mark> marks, boolean isSuperseding) {
    Map<Integer, List<Mark>> left =
        marks.stream().collect(groupingBy(mark -> layout.segmentOf(mark.ordinal())));
    long changed = 0;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Map<Integer, CompletableFuture<Long>> calls = new ConcurrentHashMap<>();
      left.forEach((segment, some) -> calls.put(segment, start(segment, some, isSuperseding)));
      for (Map.Entry<Integer, CompletableFuture<Long>> call : calls.entrySet()) {
        long reply = ScriptRunner.await(call.getValue());
        if (reply != OTHER_PASS) {
          changed += reply;
          left.remove(call.getKey());
        }
      }
      if (left.isEmpty()) {
        return changed;
      }
    }
    throw new BackendUnavailableException(
        "redis", false, new IllegalStateException("Segments " + left.keySet() + " are contended"));
  }

  /**
   * One call after the other: none waits in Redis so long for the others that it times out. All go
   * by the pass that is known now: the caller may have given up when the later ones are sent.
   */
  private CompletableFuture<Long> start(int segment, List<Mark> marks, boolean isSuperseding) {
    String known = passes.getOrDefault(segment, "");
    String next = isSuperseding ? UUID.randomUUID().toString() : known;
    CompletableFuture<Long> last = CompletableFuture.completedFuture(0L);
    for (int from = 0; from < marks.size(); from += LARGEST_CALL) {
      List<Mark> part = marks.subList(from, Math.min(from + LARGEST_CALL, marks.size()));
      String pass = from == 0 ? known : next;
      last =
          last.thenCompose(
              before ->
                  before == OTHER_PASS
                      ? CompletableFuture.completedFuture(before)
                      : send(segment, part, pass, next, before));
    }
    return last;
  }

  private CompletableFuture<Long> send(
      int segment, List<Mark> marks, String pass, String next, long before) {
    SegmentKeys keys = new SegmentKeys(namespace, segment);
    return scripts
        .list(MarkScript.call(layout, keys, marks, pass, next))
        .thenApply(
            reply -> {
              long changed = (Long) reply.get(0);
              if (changed >= 0 || changed == OTHER_PASS) {
                passes.put(segment, SegmentReplies.text(reply.get(1)));
              }
              return changed == OTHER_PASS ? changed : before + replies.changed(segment, changed);
            });
  }
}
