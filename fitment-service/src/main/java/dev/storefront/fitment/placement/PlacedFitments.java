package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * The fitment of SKUs as Redis has it, each group where {@link ClusterRouter} says. Calls fail as
 * {@link ScriptRunner} says.
 */
@Component
public class PlacedFitments {

  private static final LuaScript REPLACE = LuaScript.load("fitment/replaceFitment");
  private static final LuaScript VACATE = LuaScript.load("fitment/vacateFitment");
  private static final LuaScript CHECK = LuaScript.load("fitment/checkFitment");

  /** Far longer than any write can be under way. */
  private static final Duration MOVE_REMEMBERED = Duration.ofHours(1);

  private final ClusterRouter router;
  private final FitmentKeys keys;

  PlacedFitments(ClusterRouter router, FitmentKeys keys) {
    this.router = router;
    this.keys = keys;
  }

  /**
   * Writes a SKU into its group in one step, each segment whole, unless a newer version is there.
   */
  public CompletableFuture<WriteOutcome> replace(SkuFitment fitment) {
    List<Object> args = new ArrayList<>();
    args.add(fitment.version());
    args.add(fitment.universal() ? "U" : "K");
    for (int segment = 0; segment < fitment.segmentSpan(); segment++) {
      args.add(fitment.vehicles().segment(segment));
    }
    return write(REPLACE, fitment.group(), fitment, args.toArray());
  }

  /** Removes a SKU from a group that is no longer its own, and keeps late writers out of there. */
  public CompletableFuture<WriteOutcome> vacate(Group left, SkuFitment fitment) {
    return write(VACATE, left, fitment, fitment.version(), MOVE_REMEMBERED.toMillis());
  }

  /**
   * Asks which SKUs fit which vehicles: one script call per group, all groups at once.
   *
   * @param skuIds the SKUs of each group, at most 1,000 of one
   * @param offsets of the vehicles, repeats allowed
   */
  public Map<Long, PlacedFit> check(Map<Group, List<Long>> skuIds, int[] offsets) {
    VehicleColumns columns = VehicleColumns.of(offsets);
    List<CompletableFuture<Map<Long, PlacedFit>>> calls = new ArrayList<>(skuIds.size());
    skuIds.forEach((group, members) -> calls.add(check(group, members, columns)));
    Map<Long, PlacedFit> fits = new HashMap<>();
    calls.forEach(call -> fits.putAll(ScriptRunner.await(call)));
    return fits;
  }

  private CompletableFuture<Map<Long, PlacedFit>> check(
      Group group, List<Long> skuIds, VehicleColumns columns) {
    List<String> all = new ArrayList<>(skuIds.size() * (1 + columns.segments().size()));
    skuIds.forEach(skuId -> all.add(keys.head(group, skuId)));
    for (long skuId : skuIds) {
      columns.segments().forEach(segment -> all.add(keys.segment(group, skuId, segment)));
    }
    return router
        .scripts(group)
        .bytes(ScriptCall.of(CHECK, all, columns.args()))
        .thenApply(reply -> decode(reply, skuIds, columns));
  }

  private CompletableFuture<WriteOutcome> write(
      LuaScript script, Group group, SkuFitment fitment, Object... args) {
    List<String> all = keys.all(group, fitment.skuId(), fitment.segmentSpan());
    return router
        .scripts(group)
        .integer(ScriptCall.of(script, all, args))
        .thenApply(WriteOutcome::of);
  }

  private static Map<Long, PlacedFit> decode(
      byte[] reply, List<Long> skuIds, VehicleColumns columns) {
    Map<Long, PlacedFit> fits = new HashMap<>();
    for (int i = 0; i < skuIds.size(); i++) {
      fits.put(skuIds.get(i), columns.decode(reply, i));
    }
    return fits;
  }
}
