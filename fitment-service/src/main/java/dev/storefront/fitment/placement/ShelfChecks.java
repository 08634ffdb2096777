package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Asks shelves which of their SKUs fit: the near cache where it can tell, else Redis. */
@Component
class ShelfChecks {

  private static final LuaScript CHECK = LuaScript.load("fitment/checkFitment");

  private static final Logger log = LoggerFactory.getLogger(ShelfChecks.class);

  private final ClusterRouter router;
  private final FitmentKeys keys;
  private final NearCache near;

  ShelfChecks(ClusterRouter router, FitmentKeys keys, NearCache near) {
    this.router = router;
    this.keys = keys;
    this.near = near;
  }

  /** As {@link PlacedFitments#check} says. */
  Map<Long, PlacedFit> check(Map<Shelf, List<Long>> skuIds, int[] offsets) {
    ShelfQuestion question = ShelfQuestion.of(offsets);
    Map<Long, PlacedFit> fits = new HashMap<>();
    List<Call> calls = new ArrayList<>();
    skuIds.forEach(
        (shelf, members) -> {
          ShelfAnswer kept = near.answer(shelf, question, members);
          if (kept == null) {
            calls.add(call(shelf, members, question));
          } else {
            fits.putAll(kept.fits());
          }
        });
    // Read by the thread that asked: Redis' own must not keep other replies waiting.
    calls.forEach(call -> fits.putAll(answer(question, call).fits()));
    return fits;
  }

  private Call call(Shelf shelf, List<Long> skuIds, ShelfQuestion question) {
    NearCache.Reading reading = near.beginReading(shelf);
    List<String> all = keys.of(shelf, question.segmentNumbers());
    return new Call(
        reading,
        skuIds,
        router
            .scripts(router.readClusterOf(shelf.group()))
            .list(ScriptCall.of(CHECK, all, question.args())));
  }

  private ShelfAnswer answer(ShelfQuestion question, Call call) {
    List<Object> reply = ScriptRunner.await(call.reply());
    if (reply.isEmpty()) {
      return ShelfAnswer.ofLost(question, call.skuIds());
    }
    ShelfPart read;
    ShelfAnswer answer;
    try {
      read = ShelfPart.read(question, reply);
      answer = ShelfAnswer.of(question, call.skuIds(), read);
    } catch (RuntimeException notWrittenByUs) {
      log.warn("{} counts as lost: {}", call.reading().shelf(), notWrittenByUs.toString());
      return ShelfAnswer.ofLost(question, call.skuIds());
    }
    near.keep(call.reading(), read);
    return answer;
  }

  /** A script call under way. */
  private record Call(
      NearCache.Reading reading, List<Long> skuIds, CompletableFuture<List<Object>> reply) {}
}
