package dev.storefront.fitment.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EncodedSegmentTest {

  private static final int SIZE = BitPosition.SEGMENT_SIZE;

  @Property(tries = 150)
  void every_width_gives_back_every_bit_of_every_row(
      @ForAll long seed, @ForAll @IntRange(max = 15) int width) {
    List<SegmentRow> rows = randomRows(new Random(seed));
    assertHolds(EncodedSegment.ofWidth(EncodedSegment.WIDTHS[width], rows), rows);
  }

  @Property(tries = 50)
  void the_cheapest_width_gives_back_every_bit_of_every_row(@ForAll long seed) {
    List<SegmentRow> rows = randomRows(new Random(seed));
    assertHolds(EncodedSegment.of(rows), rows);
  }

  @Property(tries = 100)
  void the_sizes_that_widths_are_compared_by_are_those_of_the_blocks(
      @ForAll long seed, @ForAll @IntRange(max = 15) int widthIndex) {
    int width = EncodedSegment.WIDTHS[widthIndex];
    SegmentRow row = new SegmentRow(0, randomBits(new Random(seed)).toLongArray());
    int[] expected = new int[(SIZE + width - 1) / width];
    EncodedSegment.ofWidth(width, List.of(row))
        .blocks()
        .forEach((number, block) -> expected[number] = block.length);

    int[] planned = new int[expected.length];
    new RowShape(row).addBytes(width, planned);

    assertThat(planned).isEqualTo(expected);
  }

  @Test
  void the_first_and_the_last_bit_of_a_segment_and_the_edges_of_blocks_are_kept() {
    for (int width : EncodedSegment.WIDTHS) {
      BitSet bits = new BitSet();
      IntStream.of(0, width - 1, width, 2 * width - 1, 2 * width, SIZE - 2, SIZE - 1)
          .filter(bit -> bit < SIZE)
          .forEach(bits::set);
      List<SegmentRow> rows = List.of(new SegmentRow(0, bits.toLongArray()));
      assertHolds(EncodedSegment.ofWidth(width, rows), rows);
    }
  }

  @Test
  void rows_of_distant_ordinals_are_told_apart() {
    long[] words = {1};
    List<SegmentRow> rows =
        IntStream.of(62, 126, 190, 495).mapToObj(o -> new SegmentRow(o, words)).toList();
    assertHolds(EncodedSegment.of(rows), rows);
  }

  @Test
  void a_row_changes_its_encoding_as_it_grows_and_shrinks() {
    BitSet bits = new BitSet();
    bits.set(SIZE - 1);
    assertThat(encodings(bits)).containsExactly(RowEncoding.LIST);
    IntStream.range(0, 40).forEach(i -> bits.set(SIZE - 1 - 1_201 * i));
    assertThat(encodings(bits)).containsExactly(RowEncoding.SPLIT);
    bits.set(10_000, 30_000);
    assertThat(encodings(bits)).contains(RowEncoding.RUNS).doesNotContain(RowEncoding.BITMAP);
    Random random = new Random(1);
    IntStream.range(0, SIZE).filter(bit -> random.nextInt(3) == 0).forEach(bits::flip);
    assertThat(encodings(bits)).containsExactly(RowEncoding.BITMAP);
    bits.clear();
    bits.set(7);
    assertThat(encodings(bits)).containsExactly(RowEncoding.LIST);
    assertThat(bytes(EncodedSegment.of(List.of(row(0, bits))))).isLessThan(8);
  }

  @Test
  void a_split_row_has_its_bits_wherever_they_cluster() {
    for (int width : EncodedSegment.WIDTHS) {
      int end = Math.min(width, SIZE);
      for (int first : new int[] {0, end / 2, end - 5}) {
        BitSet bits = new BitSet();
        IntStream.range(first, first + 5).filter(bit -> bit % 2 == 0).forEach(bits::set);
        IntStream.iterate(0, bit -> bit < end, bit -> bit + 1 + end / 9).forEach(bits::set);
        List<SegmentRow> rows = List.of(row(3, bits), row(4, bits));
        assertHolds(EncodedSegment.ofWidth(width, rows), rows);
      }
    }
  }

  @Test
  void a_segment_without_vehicles_has_no_blocks() {
    assertThat(EncodedSegment.of(List.of()).width()).isZero();
    assertThat(EncodedSegment.of(List.of()).blocks()).isEmpty();
  }

  @Test
  void bits_that_are_set_at_random_take_little_more_than_they_must() {
    assertBytesPerPair(50.0 / 300_000, false, 2.4);
    assertBytesPerPair(1_000.0 / 300_000, false, 1.6);
    assertBytesPerPair(20_000.0 / 300_000, false, 1.0);
    assertBytesPerPair(100_000.0 / 300_000, false, 0.41);
    assertBytesPerPair(1_000.0 / 300_000, true, 0.45);
    assertBytesPerPair(20_000.0 / 300_000, true, 0.30);
    assertBytesPerPair(100_000.0 / 300_000, true, 0.28);
  }

  /** With two hundred SKUs on the shelf; runs are of twelve. */
  private static void assertBytesPerPair(double density, boolean runs, double most) {
    Random random = new Random(7);
    List<SegmentRow> rows = new ArrayList<>();
    long pairs = 0;
    for (int ordinal = 0; ordinal < 200; ordinal++) {
      BitSet bits = new BitSet();
      int length = runs ? 12 : 1;
      IntStream.range(0, SIZE - length)
          .filter(bit -> random.nextDouble() < density / length)
          .forEach(bit -> bits.set(bit, bit + length));
      pairs += bits.cardinality();
      rows.add(row(ordinal, bits));
    }
    EncodedSegment encoded = EncodedSegment.of(rows);
    double allocated =
        RedisMemory.ofHash(encoded.blocks().values().stream().mapToInt(b -> b.length).toArray());
    assertThat(allocated / pairs).as("width %d", encoded.width()).isLessThan(most);
  }

  private static void assertHolds(EncodedSegment encoded, List<SegmentRow> rows) {
    for (int number = 0; number * encoded.width() < SIZE; number++) {
      BlockSpan span = new BlockSpan(encoded.width(), number);
      byte[] block = encoded.blocks().getOrDefault(number, new byte[0]);
      BlockReader reader = new BlockReader(span, block);
      for (SegmentRow row : rows) {
        BitSet bits =
            BitSet.valueOf(row.words()).get(span.firstBit(), span.firstBit() + span.bits());
        if (!bits.isEmpty()) {
          assertThat(reader.next()).isTrue();
          assertThat(reader.ordinal()).isEqualTo(row.ordinal());
          assertContainsExactly(reader, span, bits);
        }
      }
      assertThat(reader.next()).isFalse();
    }
  }

  private static void assertContainsExactly(BlockReader reader, BlockSpan span, BitSet bits) {
    BitSet found = new BitSet();
    IntStream.range(0, span.bits())
        .filter(bit -> reader.contains(span.firstBit() + bit))
        .forEach(found::set);
    assertThat(found).isEqualTo(bits);
  }

  private static Set<RowEncoding> encodings(BitSet bits) {
    EncodedSegment encoded = EncodedSegment.of(List.of(row(0, bits)));
    Set<RowEncoding> found = EnumSet.noneOf(RowEncoding.class);
    encoded
        .blocks()
        .forEach(
            (number, block) -> {
              BlockReader reader = new BlockReader(new BlockSpan(encoded.width(), number), block);
              while (reader.next()) {
                found.add(reader.encoding());
              }
            });
    return found;
  }

  private static int bytes(EncodedSegment encoded) {
    return encoded.blocks().values().stream().mapToInt(block -> block.length).sum();
  }

  private static SegmentRow row(int ordinal, BitSet bits) {
    return new SegmentRow(ordinal, bits.toLongArray());
  }

  private static List<SegmentRow> randomRows(Random random) {
    Set<Integer> ordinals = new HashSet<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      ordinals.add(random.nextInt(496));
    }
    return ordinals.stream().sorted().map(o -> row(o, randomBits(random))).toList();
  }

  /** Some bits, many bits or runs, here and there. */
  private static BitSet randomBits(Random random) {
    BitSet bits = new BitSet();
    int[] kinds = IntStream.range(0, 3).map(i -> random.nextInt(3)).toArray();
    Arrays.stream(kinds)
        .forEach(
            kind -> {
              int from = random.nextInt(SIZE);
              int to = Math.min(SIZE, from + random.nextInt(SIZE / 4));
              switch (kind) {
                case 0 -> bits.set(from);
                case 1 -> bits.set(from, to + 1 > SIZE ? SIZE : to + 1);
                default ->
                    IntStream.range(from, to)
                        .filter(bit -> random.nextInt(3) == 0)
                        .forEach(bits::set);
              }
            });
    bits.set(random.nextInt(SIZE));
    return bits;
  }
}
