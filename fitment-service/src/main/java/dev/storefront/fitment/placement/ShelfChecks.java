package dev.storefront.fitment.placement;

import static java.util.Objects.requireNonNull;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Asks shelves which of their SKUs fit: the near cache where it can tell, else Redis. A node that
 * does not answer leaves the SKUs of its own shelves unreached, and holds up the others for no
 * longer than {@link CheckProperties#patience} in all.
 */
@Component
class ShelfChecks {

  private static final LuaScript CHECK = LuaScript.load("fitment/checkFitment");

  private static final Logger log = LoggerFactory.getLogger(ShelfChecks.class);

  private final ClusterRouter router;
  private final FitmentKeys keys;
  private final NearCache near;
  private final NodeGuards guards;
  private final Duration patience;

  ShelfChecks(
      ClusterRouter router,
      FitmentKeys keys,
      NearCache near,
      NodeGuards guards,
      CheckProperties settings) {
    this.router = router;
    this.keys = keys;
    this.near = near;
    this.guards = guards;
    this.patience = settings.patience();
  }

  /** As {@link PlacedFitments#check} says. */
  Map<Long, PlacedFit> check(Map<Shelf, List<Long>> skuIds, int[] offsets) {
    ShelfQuestion question = ShelfQuestion.of(offsets);
    Map<Long, PlacedFit> fits = new HashMap<>();
    Map<String, List<Question>> byNode = new HashMap<>();
    skuIds.forEach(
        (shelf, members) -> {
          ShelfAnswer kept = near.answer(shelf, question, members);
          if (kept == null) {
            Question asked = question(shelf, members, question);
            byNode.computeIfAbsent(asked.node(), node -> new ArrayList<>()).add(asked);
          } else {
            fits.putAll(kept.fits());
          }
        });
    ask(byNode, question).forEach(answer -> fits.putAll(answer.fits()));
    return fits;
  }

  private Question question(Shelf shelf, List<Long> skuIds, ShelfQuestion question) {
    ScriptRunner scripts = router.scripts(router.readClusterOf(shelf.group()));
    List<String> all = keys.of(shelf, question.segmentNumbers());
    return new Question(
        shelf,
        skuIds,
        scripts.node(all.get(0)),
        scripts,
        ScriptCall.of(CHECK, all, question.args()));
  }

  /** All nodes at once. */
  private List<ShelfAnswer> ask(Map<String, List<Question>> byNode, ShelfQuestion question) {
    List<ShelfAnswer> answers = new ArrayList<>();
    List<NodeCalls> entered = new ArrayList<>();
    long begun = System.nanoTime();
    byNode.forEach(
        (node, questions) -> {
          NodeGuards.Entry entry = guards.tryEnter(node);
          if (entry == null) {
            questions.forEach(q -> answers.add(ShelfAnswer.ofUnreached(question, q.skuIds())));
          } else {
            entered.add(new NodeCalls(entry, calls(entry, questions)));
          }
        });
    // Read by the thread that asked: Redis' own must not keep other replies waiting.
    entered.forEach(calls -> answers.addAll(answers(calls, question, begun)));
    return answers;
  }

  /**
   * A node that has answered is left at once, not when this check has waited for the slowest of
   * all: one that hangs would keep callers from those that answer.
   */
  private List<Call> calls(NodeGuards.Entry entry, List<Question> questions) {
    try {
      List<Call> calls = questions.stream().map(this::call).toList();
      CompletableFuture.allOf(calls.stream().map(Call::reply).toArray(CompletableFuture[]::new))
          .whenComplete((replies, error) -> entry.leave(absence(error)));
      return calls;
    } catch (RuntimeException e) {
      entry.leave(e);
      throw e;
    }
  }

  /** Null if the node answered, be it that the script failed. */
  private static @Nullable Throwable absence(@Nullable Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause instanceof BackendUnavailableException ? cause : null;
  }

  private Call call(Question asked) {
    return new Call(
        near.beginReading(asked.shelf()), asked.skuIds(), asked.scripts().list(asked.call()));
  }

  private List<ShelfAnswer> answers(NodeCalls calls, ShelfQuestion question, long begun) {
    List<ShelfAnswer> answers = new ArrayList<>();
    for (Call call : calls.calls()) {
      try {
        answers.add(answer(question, call, begun));
      } catch (BackendUnavailableException e) {
        calls.entry().leave(e);
        answers.add(ShelfAnswer.ofUnreached(question, call.skuIds()));
      }
    }
    return answers;
  }

  private ShelfAnswer answer(ShelfQuestion question, Call call, long begun) {
    Duration left = patience.minusNanos(System.nanoTime() - begun);
    List<Object> reply = Replies.await("redis", call.reply(), left);
    if (reply.isEmpty()) {
      return ShelfAnswer.ofLost(question, call.skuIds());
    }
    ShelfPart read;
    ShelfAnswer answer;
    try {
      read = ShelfPart.read(question, reply);
      answer = requireNonNull(ShelfAnswer.of(question, call.skuIds(), read));
    } catch (RuntimeException notWrittenByUs) {
      log.warn("{} counts as lost: {}", call.reading().shelf(), notWrittenByUs.toString());
      return ShelfAnswer.ofLost(question, call.skuIds());
    }
    near.keep(call.reading(), read);
    return answer;
  }

  /** A script call to come. */
  private record Question(
      Shelf shelf, List<Long> skuIds, String node, ScriptRunner scripts, ScriptCall call) {}

  /** A script call under way. */
  private record Call(
      NearCache.Reading reading, List<Long> skuIds, CompletableFuture<List<Object>> reply) {}

  /** What is asked of one node. */
  private record NodeCalls(NodeGuards.Entry entry, List<Call> calls) {}
}
