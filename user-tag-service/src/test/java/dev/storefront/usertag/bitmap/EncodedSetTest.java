package dev.storefront.usertag.bitmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class EncodedSetTest {

  private static final int SEGMENT = 1 << 19;

  @Example
  void a_few_low_users_are_the_articles_bitmap() {
    EncodedSet vip = EncodedSet.of(new int[] {1, 4, 7}, SEGMENT);
    assertThat(vip.encoding()).isEqualTo(EncodedSet.PLAIN);
    assertThat(vip.bytes()).containsExactly(0b01001001);
  }

  @Example
  void the_shortest_encoding_is_taken() {
    assertThat(of(IntStream.range(0, SEGMENT).filter(i -> i % 3 == 0)).encoding())
        .isEqualTo(EncodedSet.PLAIN);
    assertThat(of(IntStream.range(0, SEGMENT).filter(i -> i % 100 == 0)).encoding())
        .isEqualTo(EncodedSet.LIST);
    assertThat(of(IntStream.range(0, SEGMENT).filter(i -> i / 1000 % 2 == 0)).encoding())
        .isEqualTo(EncodedSet.RUNS);
    assertThat(of(IntStream.of(SEGMENT - 1)).bytes()).hasSize(6);
    assertThat(of(IntStream.range(0, SEGMENT)).bytes()).hasSize(6);
  }

  @Example
  void what_nobody_wrote_is_not_read() {
    byte[] list = {0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 7};
    assertThatThrownBy(() -> EncodedSet.decode(EncodedSet.LIST, list, SEGMENT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> EncodedSet.decode(EncodedSet.LIST, Arrays.copyOf(list, list.length - 1), SEGMENT))
        .isInstanceOf(BufferUnderflowException.class);
    byte[] overlapping = {0, 0, 9, 0, 0, 2, 0, 0, 10, 0, 0, 1};
    byte[] ofNobody = {0, 0, 9, 0, 0, 0};
    byte[] tooLong = {7, (byte) 0xFF, (byte) 0xFF, 0, 0, 2};
    for (byte[] runs : List.of(overlapping, ofNobody, tooLong)) {
      assertThatThrownBy(() -> EncodedSet.decode(EncodedSet.RUNS, runs, SEGMENT))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Property(tries = 500)
  void what_is_decoded_is_what_was_encoded(@ForAll("places") Set<Integer> places) {
    int[] expected = new TreeSet<>(places).stream().mapToInt(place -> place).toArray();
    EncodedSet set = EncodedSet.of(expected, SEGMENT);
    assertThat(set.users()).isEqualTo(expected.length);
    assertThat(EncodedSet.decode(set.encoding(), set.bytes(), SEGMENT).positions())
        .containsExactly(expected);
  }

  @Provide
  Arbitrary<Set<Integer>> places() {
    Arbitrary<Integer> anywhere = Arbitraries.integers().between(0, SEGMENT - 1);
    Arbitrary<Integer> near = Arbitraries.integers().between(65_000, 66_000);
    Arbitrary<Integer> low = Arbitraries.integers().between(0, 200);
    return Arbitraries.oneOf(
        anywhere.set().ofMinSize(1).ofMaxSize(50),
        near.set().ofMinSize(1).ofMaxSize(200),
        low.set().ofMinSize(1).ofMaxSize(150));
  }

  private static EncodedSet of(IntStream places) {
    return EncodedSet.of(places.toArray(), SEGMENT);
  }
}
