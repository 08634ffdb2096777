package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Compares shelves in Redis, on every cluster, with what they should hold. */
@Component
class ShelfInspection {

  private static final LuaScript READ = LuaScript.load("fitment/readShelf");

  private final ClusterRouter router;
  private final FitmentKeys keys;

  ShelfInspection(ClusterRouter router, FitmentKeys keys) {
    this.router = router;
    this.keys = keys;
  }

  /**
   * @param contents all that should be on a shelf
   */
  CompletableFuture<ShelfFinding> inspect(ShelfContents contents) {
    Map<String, CompletableFuture<List<Object>>> reads = new LinkedHashMap<>();
    TreeSet<String> clusters = new TreeSet<>(router.clusters());
    if (router.knows(contents.home().cluster())) {
      clusters.add(contents.home().cluster());
    }
    List<String> all = keys.of(contents.shelf(), contents.segments().keySet());
    for (String cluster : clusters) {
      reads.put(cluster, router.scripts(cluster).list(ScriptCall.of(READ, all)));
    }
    return CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
        .thenApply(done -> finding(contents, reads, router.clusterOf(contents.shelf().group())));
  }

  private static ShelfFinding finding(
      ShelfContents contents,
      Map<String, CompletableFuture<List<Object>>> reads,
      String belongsTo) {
    TreeMap<String, Deviation> deviations = new TreeMap<>();
    if (!contents.home().cluster().equals(belongsTo)) {
      deviations.put(contents.home().cluster(), Deviation.MISPLACED);
    }
    long newest = 0;
    for (var read : reads.entrySet()) {
      Copy copy = Copy.of(read.getValue().join());
      Deviation deviation =
          read.getKey().equals(contents.home().cluster()) ? deviation(contents, copy) : stray(copy);
      if (deviation != null) {
        deviations.putIfAbsent(read.getKey(), deviation);
      }
      newest = Math.max(newest, copy.revision());
    }
    return new ShelfFinding(deviations, newest);
  }

  private static @Nullable Deviation stray(Copy copy) {
    return copy.isEmpty() ? null : Deviation.STRAY;
  }

  private static @Nullable Deviation deviation(ShelfContents contents, Copy copy) {
    if (copy.head() == null) {
      // An empty shelf is forgotten after a while.
      return contents.members().isEmpty() && copy.isEmpty() ? null : Deviation.MISSING;
    }
    if (copy.revision() != contents.revision()) {
      return copy.revision() < contents.revision() ? Deviation.OUTDATED : Deviation.AHEAD;
    }
    return isSame(contents, copy, ShelfHead.parse(copy.head())) ? null : Deviation.DIFFERENT;
  }

  private static boolean isSame(ShelfContents contents, Copy copy, ShelfHead head) {
    Map<Integer, Integer> widths = new HashMap<>();
    int place = 0;
    boolean same = true;
    for (Map.Entry<Integer, List<SegmentRow>> segment : contents.segments().entrySet()) {
      EncodedSegment encoded = EncodedSegment.of(segment.getValue());
      if (!segment.getValue().isEmpty()) {
        widths.put(segment.getKey(), encoded.width());
      }
      same &= copy.hasBlocks(place++, encoded.blocks());
    }
    byte[] directory = new byte[head.directory().remaining()];
    head.directory().duplicate().get(directory);
    return same
        && head.widths().equals(widths)
        && Arrays.equals(directory, ShelfDirectory.write(contents.members()));
  }

  /**
   * What a cluster has of a shelf.
   *
   * @param head null if it has none
   * @param segments each a hash as fields and values in turn
   */
  private record Copy(byte @Nullable [] head, List<List<byte[]>> segments) {

    @SuppressWarnings("unchecked")
    static Copy of(List<Object> reply) {
      return new Copy(
          (byte[]) reply.get(0),
          reply.stream().skip(1).map(segment -> (List<byte[]>) segment).toList());
    }

    long revision() {
      return head == null ? 0 : ShelfHead.parse(head).revision();
    }

    /** True if no SKU can be found in it. */
    boolean isEmpty() {
      return (head == null || !ShelfHead.parse(head).directory().hasRemaining())
          && segments.stream().allMatch(List::isEmpty);
    }

    boolean hasBlocks(int place, Map<Integer, byte[]> expected) {
      List<byte[]> hash = segments.get(place);
      boolean same = hash.size() == 2 * expected.size();
      for (int i = 0; same && i < hash.size(); i += 2) {
        byte[] block = expected.get(number(hash.get(i)));
        same = block != null && Arrays.equals(hash.get(i + 1), block);
      }
      return same;
    }

    private static int number(byte[] field) {
      String text = new String(field, StandardCharsets.US_ASCII);
      return text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
    }
  }
}
