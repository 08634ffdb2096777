package dev.storefront.usertag.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Bitmaps against {@link BitSet}, which counts bits from the other end of each byte. */
class BitmapTest {

  private static final int SEGMENT = 1 << 19;
  private static final int SHOWN = 512;

  @Example
  void bit_0_is_the_most_significant_bit_of_the_first_byte() {
    assertThat(decode("08")).containsExactly(4);
    assertThat(decode("4a")).containsExactly(1, 4, 6); // 01001010, the article's example
    assertThat(decode("0000000000000000" + "80")).containsExactly(64);
    assertThat(decode("0000000000000001" + "01")).containsExactly(63, 71);
  }

  @Example
  void a_key_that_is_not_there_is_an_empty_bitmap() {
    assertThat(Bitmap.of(null).positions()).isEmpty();
    assertThat(Bitmap.of(new byte[0]).cardinality()).isZero();
    assertThat(Bitmap.EMPTY.get(1_000_000)).isFalse();
  }

  @Property
  void all_decoders_agree(@ForAll("bitmaps") byte[] bytes) {
    int[] expected = reversed(bytes).stream().toArray();
    for (BitDecoder decoder : BitDecoder.values()) {
      assertThat(decoder.decode(bytes)).as("%s", decoder).containsExactly(expected);
    }
  }

  @Property
  void combining_is_what_sets_do_in_whatever_form(
      @ForAll("bitmaps") byte[] a,
      @ForAll("bitmaps") byte[] b,
      @ForAll @IntRange(max = 2) int chunkOfA,
      @ForAll @IntRange(max = 2) int chunkOfB) {
    BitSet one = moved(reversed(a), chunkOfA);
    BitSet other = moved(reversed(b), chunkOfB);
    BitSet and = copy(one);
    and.and(other);
    BitSet or = copy(one);
    or.or(other);
    BitSet andNot = copy(one);
    andNot.andNot(other);
    for (Bitmap ofOne : inAllForms(one)) {
      for (Bitmap ofOther : inAllForms(other)) {
        assertIs(ofOne.and(ofOther), and);
        assertIs(ofOne.or(ofOther), or);
        assertIs(ofOne.andNot(ofOther), andNot);
        assertIs(ofOne.andNot(ofOther).or(ofOne.and(ofOther)), one);
        assertThat(ofOne.andCount(ofOther)).isEqualTo(and.cardinality());
        assertThat(ofOne.orCount(ofOther)).isEqualTo(or.cardinality());
      }
    }
  }

  @Property
  void a_part_is_what_is_wanted_in_whatever_form(@ForAll("bitmaps") byte[] bytes) {
    BitSet odd = reversed(bytes);
    odd.stream().filter(position -> position % 2 == 0).forEach(odd::clear);
    for (Bitmap bitmap : inAllForms(reversed(bytes))) {
      assertIs(bitmap.filter(position -> position % 2 == 1), odd);
    }
  }

  @Property
  void a_part_of_the_positions_is_a_part_of_all(
      @ForAll("bitmaps") byte[] bytes,
      @ForAll @IntRange(max = 500) int from,
      @ForAll @IntRange(max = 100) int limit) {
    int[] expected =
        reversed(bytes).stream().filter(position -> position >= from).limit(limit).toArray();
    for (Bitmap bitmap : inAllForms(reversed(bytes))) {
      assertThat(bitmap.positions(from, limit)).containsExactly(expected);
    }
  }

  @Provide
  Arbitrary<byte[]> bitmaps() {
    Arbitrary<Byte> anyByte =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(3, Arbitraries.just((byte) 0)),
            net.jqwik.api.Tuple.of(1, Arbitraries.just((byte) 0xFF)),
            net.jqwik.api.Tuple.of(3, Arbitraries.bytes()));
    return anyByte.array(byte[].class).ofMaxSize(60);
  }

  private static List<Bitmap> inAllForms(BitSet bits) {
    int[] places = bits.stream().toArray();
    if (places.length == 0) {
      return List.of(
          Bitmap.EMPTY,
          EncodedSet.decode(EncodedSet.LIST, new byte[2 * EncodedSet.chunks(SEGMENT)], SEGMENT),
          EncodedSet.decode(EncodedSet.RUNS, new byte[0], SEGMENT));
    }
    int runs = (int) bits.stream().filter(place -> place == 0 || !bits.get(place - 1)).count();
    return IntStream.of(EncodedSet.PLAIN, EncodedSet.LIST, EncodedSet.RUNS)
        .mapToObj(
            encoding ->
                EncodedSet.decode(
                    encoding, EncodedSet.encoded(encoding, places, runs, SEGMENT), SEGMENT))
        .toList();
  }

  private static void assertIs(Bitmap bitmap, BitSet expected) {
    assertThat(bitmap.positions()).containsExactly(expected.stream().toArray());
    assertThat(bitmap.cardinality()).isEqualTo(expected.cardinality());
    assertThat(bitmap.isEmpty()).isEqualTo(expected.isEmpty());
    assertThat(bitmap.size()).isBetween(expected.length(), SEGMENT);
    int first = Math.max(0, expected.nextSetBit(0));
    for (int i : List.of(0, first - first % SHOWN)) {
      for (int place = i; place < i + SHOWN; place++) {
        assertThat(bitmap.get(place)).isEqualTo(expected.get(place));
      }
    }
  }

  private static BitSet copy(BitSet bits) {
    return (BitSet) bits.clone();
  }

  /** To around the end of a chunk of a list. */
  private static BitSet moved(BitSet bits, int chunk) {
    int by = chunk == 0 ? 0 : chunk * 65_536 - 100;
    BitSet moved = new BitSet();
    bits.stream().forEach(place -> moved.set(place + by));
    return moved;
  }

  private static BitSet reversed(byte[] bytes) {
    BitSet bits = new BitSet();
    for (int i = 0; i < bytes.length * 8; i++) {
      bits.set(i, (bytes[i / 8] >> (7 - i % 8) & 1) == 1);
    }
    return bits;
  }

  private static int[] decode(String hex) {
    return Bitmap.of(HexFormat.of().parseHex(hex)).positions();
  }
}
