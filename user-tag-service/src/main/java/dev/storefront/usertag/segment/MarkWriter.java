package dev.storefront.usertag.segment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptRunner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
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

  /** Fewer marks of a tag are not worth reading its set. */
  private static final int FEWEST_PER_TAG = 200;

  /** Of many marks at a time: a millisecond of Redis's time. */
  private static final int BLOCKS_PER_CALL = 1_000;

  private static final int FEW_TRIES = 5;
  private static final long REFUSED = -2;
  private static final long OTHER_PASS = -3;
  private static final long CHANGED = -4;

  private final SegmentLayout layout;
  private final Namespace namespace;
  private final SegmentReplies replies;
  private final ScriptRunner scripts;
  private final ScriptRunner parts;

  /** As last heard of, by segment: a call with another one changes nothing. */
  private final Map<Integer, String> passes = new ConcurrentHashMap<>();

  MarkWriter(
      SegmentLayout layout, Namespace namespace, SegmentReplies replies, ScriptRunner scripts) {
    this.layout = layout;
    this.namespace = namespace;
    this.replies = replies;
    this.scripts = scripts;
    this.parts = scripts.onAnotherConnection(); // a short call never waits behind what is long
  }

  /**
   * Makes every mark so, as {@link SegmentStore} says. A segment that fails keeps no other one from
   * its marks; then the first failure is thrown.
   *
   * @param isSuperseding whether what was sent before is refused from then on
   */
  long apply(Collection<Mark> marks, boolean isSuperseding) {
    Map<Integer, List<Mark>> left =
        marks.stream().collect(groupingBy(mark -> layout.segmentOf(mark.ordinal())));
    List<RuntimeException> failures = new ArrayList<>();
    long changed = 0;
    for (Map.Entry<Integer, List<Mark>> some : List.copyOf(left.entrySet())) {
      if (areMany(some.getValue())) {
        try {
          changed += applyMany(some.getKey(), some.getValue(), isSuperseding, left);
        } catch (RuntimeException e) {
          left.remove(some.getKey());
          failures.add(e);
        }
      }
    }
    for (int tries = 0; tries < MOST_TRIES && !left.isEmpty(); tries++) {
      Map<Integer, CompletableFuture<Long>> calls = new ConcurrentHashMap<>();
      left.forEach((segment, some) -> calls.put(segment, start(segment, some, isSuperseding)));
      for (Map.Entry<Integer, CompletableFuture<Long>> call : calls.entrySet()) {
        try {
          long reply = ScriptRunner.await(call.getValue());
          if (reply != OTHER_PASS) {
            changed += reply;
            left.remove(call.getKey());
          }
        } catch (RuntimeException e) {
          left.remove(call.getKey());
          failures.add(e);
        }
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    if (left.isEmpty()) {
      return changed;
    }
    throw new BackendUnavailableException(
        "redis", false, new IllegalStateException("Segments " + left.keySet() + " are contended"));
  }

  /** Erasing somebody is left to the script. */
  private static boolean areMany(List<Mark> marks) {
    return marks.size() >= FEWEST_PER_TAG
        && marks.size() >= FEWEST_PER_TAG * marks.stream().mapToInt(Mark::tag).distinct().count()
        && marks.stream().allMatch(mark -> mark.present() || mark.tag() != SegmentStore.KNOWN);
  }

  /**
   * Makes many marks of a segment so: reads what they touch, changes it here, and puts it back in
   * one step if nobody changed anything meanwhile. A mark costs Redis a small part of what it does
   * by {@code usertag/applyMarks}, which goes through them one by one; that is left to do it if
   * others change the segment again and again.
   *
   * @param left loses the segment when all of it is done
   */
  private long applyMany(
      int segment, List<Mark> marks, boolean isSuperseding, Map<Integer, List<Mark>> left) {
    List<List<Mark>> blocks =
        List.copyOf(
            marks.stream()
                .collect(
                    groupingBy(
                        mark -> layout.offsetOf(mark.ordinal()) / SegmentLayout.USERS_PER_BLOCK,
                        TreeMap::new,
                        toList()))
                .values());
    long changed = 0;
    for (int from = 0; from < blocks.size(); from += BLOCKS_PER_CALL) {
      List<List<Mark>> some = blocks.subList(from, Math.min(from + BLOCKS_PER_CALL, blocks.size()));
      long reply = CHANGED;
      for (int tries = 0; reply == CHANGED || reply == OTHER_PASS; tries++) {
        if (tries == FEW_TRIES) {
          return changed;
        }
        PartMarks part = new PartMarks(layout, new SegmentKeys(namespace, segment), some);
        boolean isFirst = from == 0 && isSuperseding;
        reply = write(segment, part, isFirst ? UUID.randomUUID().toString() : null);
        changed += reply > 0 ? part.changed() : 0;
      }
      replies.changed(segment, reply);
    }
    left.remove(segment);
    return changed;
  }

  private long write(int segment, PartMarks part, @Nullable String next) {
    boolean isAllowed =
        replies.read(segment, ScriptRunner.await(parts.list(part.read())), part::make);
    if (!isAllowed) {
      return REFUSED;
    }
    return part.isNothing() && next == null
        ? 1
        : ScriptRunner.await(parts.integer(part.write(next)));
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
