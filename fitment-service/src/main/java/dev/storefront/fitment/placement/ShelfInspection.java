package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Compares shelves in Redis, on every cluster, with what they should hold: the heads first, then
 * the blocks piece by piece, so that a long shelf keeps Redis from checks no longer than a short
 * one.
 */
@Component
class ShelfInspection {

  private static final LuaScript OUTLINE = LuaScript.load("fitment/outlineShelf");
  private static final LuaScript BLOCKS = LuaScript.load("fitment/readBlocks");

  private final ClusterRouter router;
  private final FitmentKeys keys;

  ShelfInspection(ClusterRouter router, FitmentKeys keys) {
    this.router = router;
    this.keys = keys;
  }

  /**
   * @param contents all that should be on a shelf
   */
  ShelfFinding inspect(ShelfContents contents) {
    String cluster = contents.clusters().cluster();
    TreeMap<String, Deviation> deviations = new TreeMap<>();
    if (!cluster.equals(router.clusterOf(contents.shelf().group()))) {
      deviations.put(cluster, Deviation.MISPLACED);
    }
    long newest = 0;
    for (Map.Entry<String, ShelfOutline> found : outlines(contents).entrySet()) {
      ShelfOutline outline = found.getValue();
      Deviation deviation =
          found.getKey().equals(cluster) ? deviation(contents, outline) : stray(outline);
      if (deviation != null) {
        deviations.putIfAbsent(found.getKey(), deviation);
      }
      newest = Math.max(newest, outline.revision());
    }
    return new ShelfFinding(deviations, newest);
  }

  private Map<String, ShelfOutline> outlines(ShelfContents contents) {
    TreeSet<String> clusters = new TreeSet<>(router.clusters());
    if (router.knows(contents.clusters().cluster())) {
      clusters.add(contents.clusters().cluster());
    }
    List<String> all = keys.of(contents.shelf(), contents.segments().keySet());
    Map<String, CompletableFuture<List<Object>>> replies = new LinkedHashMap<>();
    for (String cluster : clusters) {
      replies.put(cluster, router.scripts(cluster).list(ScriptCall.of(OUTLINE, all)));
    }
    Map<String, ShelfOutline> outlines = new LinkedHashMap<>();
    replies.forEach(
        (cluster, reply) -> outlines.put(cluster, ShelfOutline.read(ScriptRunner.await(reply))));
    return outlines;
  }

  private static @Nullable Deviation stray(ShelfOutline outline) {
    return outline.isEmpty() ? null : Deviation.STRAY;
  }

  private @Nullable Deviation deviation(ShelfContents contents, ShelfOutline outline) {
    if (!outline.isThere()) {
      // An empty shelf is forgotten after a while.
      return contents.members().isEmpty() && outline.isEmpty() ? null : Deviation.MISSING;
    }
    if (outline.head() == null) {
      return Deviation.DIFFERENT;
    }
    if (outline.revision() != contents.revision()) {
      return outline.revision() < contents.revision() ? Deviation.OUTDATED : Deviation.AHEAD;
    }
    EncodedShelf expected = contents.encoded();
    return outline.isOf(expected) && hasBlocks(expected) ? null : Deviation.DIFFERENT;
  }

  private boolean hasBlocks(EncodedShelf expected) {
    ScriptRunner scripts = router.scripts(expected.clusters().cluster());
    for (Map.Entry<Integer, EncodedSegment> segment : expected.segments().entrySet()) {
      List<String> at = keys.of(expected.shelf(), List.of(segment.getKey()));
      for (SortedMap<Integer, byte[]> piece : Pieces.of(segment.getValue())) {
        ScriptCall call = ScriptCall.of(BLOCKS, at, piece.keySet().toArray());
        if (!isSame(ScriptRunner.await(scripts.list(call)), expected.revision(), piece)) {
          return false;
        }
      }
    }
    return true;
  }

  /** What another revision has meanwhile is not the same either. */
  private static boolean isSame(
      List<Object> reply, long revision, SortedMap<Integer, byte[]> expected) {
    boolean same = reply.get(0).equals(revision);
    int next = 1;
    for (byte[] block : expected.values()) {
      same &= Arrays.equals((byte[]) reply.get(next++), block);
    }
    return same;
  }
}
