package dev.storefront.fitment.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.fitment.placement.ShelfContents.Member;
import dev.storefront.lua.LuaScript;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Shelves that are too long for one call. Groups 8500000-8500999 are this class's. */
@FitmentServiceTest
class LongShelfTest {

  private static final int SKUS = 120;
  private static final int VEHICLES = 50_000;
  private static final List<Long> SKU_IDS =
      LongStream.range(8_500_000, 8_500_000 + SKUS).boxed().toList();

  @Autowired PlacedFitments placed;
  @Autowired ScriptRunner scripts;
  @Autowired RedisClusterAccess cluster;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired MeterRegistry meters;

  @Test
  void a_long_shelf_comes_in_several_calls_and_lies_there_as_if_it_came_in_one() {
    Shelf shelf = shelf(8_500_001);
    ShelfContents contents = contents(shelf, 1, random(1));
    EncodedShelf encoded = contents.encoded();
    long stagesBefore = ScriptCalls.of(meters, "fitment/stageBlocks");

    assertThat(placed.place(encoded).join()).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(encoded.bytes()).isGreaterThan(1_000_000);
    assertThat(ScriptCalls.of(meters, "fitment/stageBlocks") - stagesBefore)
        .isGreaterThanOrEqualTo(3);
    encoded.segments().forEach((number, segment) -> assertLies(shelf, number, segment));
    assertThat(placed.inspect(contents).deviations()).isEmpty();
    // Nothing is left over, and nothing goes away by itself.
    assertThat(keys("8500001"))
        .containsExactlyInAnyOrder(key(shelf, ""), key(shelf, ":0"), key(shelf, ":1"));
    assertThat(keys("8500001")).allSatisfy(key -> assertThat(redis.getExpire(key)).isEqualTo(-1));
    // What is outdated changes nothing.
    EncodedShelf late = contents(shelf, 1, random(2)).encoded();
    assertThat(placed.place(contents(shelf, 2, random(3)).encoded()).join())
        .isEqualTo(WriteOutcome.WRITTEN);
    assertThat(placed.place(late).join()).isEqualTo(WriteOutcome.OUTDATED);
  }

  @Test
  void a_long_shelf_is_compared_piece_by_piece_to_its_last_block() {
    Shelf shelf = shelf(8_500_004);
    ShelfContents contents = contents(shelf, 1, random(4));
    placed.place(contents.encoded()).join();
    long callsBefore = ScriptCalls.of(meters, "fitment/readBlocks");

    assertThat(placed.inspect(contents).deviations()).isEmpty();
    assertThat(ScriptCalls.of(meters, "fitment/readBlocks") - callsBefore)
        .isGreaterThanOrEqualTo(3);

    int last = contents.encoded().segments().get(1).blocks().lastKey();
    redis.opsForHash().put(key(shelf, ":1"), Integer.toString(last), "x");
    assertThat(placed.inspect(contents).deviations())
        .containsExactly(Map.entry("default", Deviation.DIFFERENT));
  }

  @Test
  void readers_see_all_of_a_long_write_or_nothing() {
    Shelf shelf = shelf(8_500_002);
    // Each SKU fits just the even vehicles of 2 to 20, or just the odd ones.
    int[] asked = IntStream.rangeClosed(2, 20).toArray();
    placed.place(contents(shelf, 1, parity(1)).encoded()).join();
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> mixed =
        CompletableFuture.supplyAsync(() -> countMixed(shelf, asked, done));

    for (int revision = 2; revision <= 20; revision++) {
      placed.place(contents(shelf, revision, parity(revision)).encoded()).join();
    }

    done.set(true);
    assertThat(mixed.join()).isZero();
  }

  private int countMixed(Shelf shelf, int[] asked, AtomicBoolean done) {
    int mixed = 0;
    int reads = 0;
    while (!done.get() || reads == 0) {
      Map<Long, PlacedFit> fits = placed.check(Map.of(shelf, SKU_IDS), asked);
      boolean first = fits.get(SKU_IDS.get(0)).fits()[0];
      for (long sku : SKU_IDS) {
        PlacedFit fit = fits.get(sku);
        for (int i = 0; i < asked.length; i++) {
          mixed += fit.fits()[i] == (first == (i % 2 == 0)) ? 0 : 1;
        }
      }
      reads++;
    }
    return mixed;
  }

  @Test
  void what_was_staged_and_is_not_all_there_is_not_put_in_place() {
    Shelf shelf = shelf(8_500_003);
    String staged = key(shelf, ":0:test");
    LuaScript place = LuaScript.load("fitment/placeShelf");
    scripts
        .integer(
            ScriptCall.of(
                LuaScript.load("fitment/stageBlocks"), List.of(staged), 60_000, 1, "one block"))
        .join();

    Object[] twoBlocks = {1, 0, 0, "directory", 1, 0, 256, -2};
    List<String> all = List.of(key(shelf, ""), key(shelf, ":0"), staged);
    assertThat(WriteOutcome.of(scripts.integer(ScriptCall.of(place, all, twoBlocks)).join()))
        .isEqualTo(WriteOutcome.STAGE_LOST);
    assertThat(keys("8500003")).containsExactly(staged);
  }

  private void assertLies(Shelf shelf, int number, EncodedSegment segment) {
    byte[] key = key(shelf, ":" + number).getBytes(US_ASCII);
    Map<Integer, byte[]> there = new TreeMap<>();
    cluster
        .call(commands -> commands.hgetall(key))
        .join()
        .forEach((block, bytes) -> there.put(Integer.valueOf(new String(block, US_ASCII)), bytes));
    assertThat(there.keySet()).isEqualTo(segment.blocks().keySet());
    segment.blocks().forEach((block, bytes) -> assertThat(there.get(block)).isEqualTo(bytes));
  }

  private static Shelf shelf(long group) {
    return new Shelf(Group.self(group), 0);
  }

  private static BitSet[] random(long seed) {
    Random random = new Random(seed);
    BitSet[] rows = new BitSet[SKUS];
    for (int sku = 0; sku < SKUS; sku++) {
      byte[] bits = new byte[VEHICLES / 8];
      random.nextBytes(bits);
      rows[sku] = BitSet.valueOf(bits);
    }
    return rows;
  }

  /** At random, but offsets 2 to 20 by whether they and the revision are even. */
  private static BitSet[] parity(long revision) {
    BitSet[] rows = random(revision);
    for (BitSet row : rows) {
      for (int bit = 1; bit < 20; bit++) {
        row.set(bit, (bit + revision) % 2 == 0);
      }
    }
    return rows;
  }

  /** The same vehicles in two segments. */
  private static ShelfContents contents(Shelf shelf, long revision, BitSet[] rows) {
    List<Member> members = new ArrayList<>();
    List<SegmentRow> segment = new ArrayList<>();
    for (int sku = 0; sku < SKUS; sku++) {
      members.add(new Member(SKU_IDS.get(sku), sku, false));
      segment.add(new SegmentRow(sku, rows[sku].toLongArray()));
    }
    SortedMap<Integer, List<SegmentRow>> segments = new TreeMap<>(Map.of(0, segment, 1, segment));
    return new ShelfContents(
        shelf, new ShelfClusters("default", null), revision, 0, members, segments, Map.of());
  }

  private String key(Shelf shelf, String rest) {
    return namespace.key("fitment:{SELF:%d}:0%s".formatted(shelf.group().id(), rest));
  }

  private List<String> keys(String group) {
    String pattern = namespace.key("fitment:{SELF:" + group + "}*");
    try (var found = redis.scan(ScanOptions.scanOptions().match(pattern).count(10_000).build())) {
      return found.stream().toList();
    }
  }
}
