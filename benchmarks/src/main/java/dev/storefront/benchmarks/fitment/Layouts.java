package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.fitment.bitmap.BitPosition;
import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfClusters;
import dev.storefront.fitment.placement.ShelfContents;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.roaringbitmap.RoaringBitmap;

/** Ways to keep what SKUs fit in Redis, each writing the SKUs of one group. */
final class Layouts {

  static final long FIRST_SKU = 60_000_000;
  private static final int PLACE_SECONDS = 60;
  private static final int SADD_AT_ONCE = 1000;

  private Layouts() {}

  /** Our own: a shelf, placed as the service does. */
  static void shelf(PlacedFitments placed, Group group, List<RoaringBitmap> skus) {
    placed.place(contents(group, skus).encoded()).orTimeout(PLACE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** A shelf of these SKUs. */
  static ShelfContents contents(Group group, List<RoaringBitmap> skus) {
    List<ShelfContents.Member> members = new ArrayList<>();
    SortedMap<Integer, List<SegmentRow>> segments = new TreeMap<>();
    for (int ordinal = 0; ordinal < skus.size(); ordinal++) {
      members.add(new ShelfContents.Member(FIRST_SKU + ordinal, ordinal, false));
      SortedMap<Integer, BitSet> rows = new TreeMap<>();
      skus.get(ordinal)
          .forEach(
              (int offset) -> {
                BitPosition position = BitPosition.of(offset);
                rows.computeIfAbsent(position.segment(), s -> new BitSet()).set(position.bit());
              });
      int sku = ordinal;
      rows.forEach(
          (segment, bits) ->
              segments
                  .computeIfAbsent(segment, s -> new ArrayList<>())
                  .add(new SegmentRow(sku, bits.toLongArray())));
    }
    return new ShelfContents(
        new Shelf(group, 0), new ShelfClusters("default", null), 1, 0, members, segments, Map.of());
  }

  /** The article's: a string for each SKU and segment, its largest bit set first. */
  static void article(RedisCommands<byte[], byte[]> node, String prefix, List<RoaringBitmap> skus) {
    for (int i = 0; i < skus.size(); i++) {
      String sku = prefix + (FIRST_SKU + i);
      int[] offsets = skus.get(i).toArray();
      for (int o = offsets.length - 1; o >= 0; o--) {
        BitPosition position = BitPosition.of(offsets[o]);
        node.getStatefulConnection()
            .async()
            .setbit(RedisOfStack.bytes(sku + ":" + position.segment()), position.bit(), 1);
      }
      // Waits for all before it.
      node.ping();
    }
  }

  /** The article's again, quickly: the same strings, each written at once. */
  static void articleAtOnce(
      RedisCommands<byte[], byte[]> node, String prefix, List<RoaringBitmap> skus) {
    for (int i = 0; i < skus.size(); i++) {
      String sku = prefix + (FIRST_SKU + i);
      SortedMap<Integer, byte[]> strings = new TreeMap<>();
      skus.get(i)
          .forEach(
              (int offset) -> {
                BitPosition position = BitPosition.of(offset);
                byte[] string =
                    strings.computeIfAbsent(
                        position.segment(), s -> new byte[BitPosition.SEGMENT_SIZE / Byte.SIZE]);
                string[position.bit() / Byte.SIZE] |= (byte) (0x80 >>> position.bit() % Byte.SIZE);
              });
      strings.forEach(
          (segment, string) -> node.set(RedisOfStack.bytes(sku + ":" + segment), string));
    }
  }

  /** What one would do without a design: a set of offsets for each SKU. */
  static void set(RedisCommands<byte[], byte[]> node, String prefix, List<RoaringBitmap> skus) {
    for (int i = 0; i < skus.size(); i++) {
      byte[] key = RedisOfStack.bytes(prefix + (FIRST_SKU + i));
      List<byte[]> members = new ArrayList<>();
      for (int offset : skus.get(i).toArray()) {
        members.add(RedisOfStack.bytes(Integer.toString(offset)));
        if (members.size() == SADD_AT_ONCE) {
          node.sadd(key, members.toArray(byte[][]::new));
          members.clear();
        }
      }
      if (!members.isEmpty()) {
        node.sadd(key, members.toArray(byte[][]::new));
      }
    }
  }
}
