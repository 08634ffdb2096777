package dev.storefront.usertag.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Bitmaps against {@link BitSet}, which counts bits from the other end of each byte. */
class BitmapTest {

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
  void combining_is_what_sets_do(@ForAll("bitmaps") byte[] a, @ForAll("bitmaps") byte[] b) {
    BitSet and = reversed(a);
    and.and(reversed(b));
    BitSet or = reversed(a);
    or.or(reversed(b));
    BitSet andNot = reversed(a);
    andNot.andNot(reversed(b));
    assertIs(Bitmap.of(a).and(Bitmap.of(b)), and);
    assertIs(Bitmap.of(a).or(Bitmap.of(b)), or);
    assertIs(Bitmap.of(a).andNot(Bitmap.of(b)), andNot);
    assertThat(Bitmap.of(a).andCount(Bitmap.of(b))).isEqualTo(and.cardinality());
    assertThat(Bitmap.of(a).orCount(Bitmap.of(b))).isEqualTo(or.cardinality());
  }

  @Property
  void a_part_of_the_positions_is_a_part_of_all(
      @ForAll("bitmaps") byte[] bytes,
      @ForAll @IntRange(max = 500) int from,
      @ForAll @IntRange(max = 100) int limit) {
    int[] expected =
        reversed(bytes).stream().filter(position -> position >= from).limit(limit).toArray();
    assertThat(Bitmap.of(bytes).positions(from, limit)).containsExactly(expected);
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

  private static void assertIs(Bitmap bitmap, BitSet expected) {
    assertThat(bitmap.positions()).containsExactly(expected.stream().toArray());
    assertThat(bitmap.cardinality()).isEqualTo(expected.cardinality());
    for (int i = 0; i < 500; i++) {
      assertThat(bitmap.get(i)).isEqualTo(expected.get(i));
    }
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
