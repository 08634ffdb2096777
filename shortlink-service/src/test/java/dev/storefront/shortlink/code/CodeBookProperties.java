package dev.storefront.shortlink.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.assertj.core.api.Assertions;

class CodeBookProperties {

  private final CodeBook codes = new CodeBook(tiers("a key that nobody guesses"));

  @Property
  void every_id_has_a_code_of_its_tier_and_comes_back_from_it(@ForAll("ids") Id id) {
    Address.Numbered address = codes.addressOf(id.tier(), id.id());
    assertThat(address.code()).hasSize(id.tier().length()).matches("[0-9A-Za-z]+");
    assertThat(codes.locate(address.code())).contains(address);
    assertThat(address.segment().ids().contains(id.id())).isTrue();
  }

  @Property
  void every_word_of_five_to_seven_letters_is_the_code_of_one_id(@ForAll("words") String word) {
    Address address = codes.locate(word).orElseThrow();
    Assertions.assertThat(address).isInstanceOf(Address.Numbered.class);
    Address.Numbered numbered = (Address.Numbered) address;
    Tier tier = numbered.segment().tier();
    assertThat(numbered.id()).isBetween(1L, tier.size());
    assertThat(codes.addressOf(tier, numbered.id()).code()).isEqualTo(word);
  }

  @Property
  void a_permutation_undoes_itself_at_any_size(
      @ForAll @LongRange(min = 4, max = 3_521_614_606_208L) long size, @ForAll long seed) {
    Permutation permutation = new Permutation(size, Hashing.sipHash24(seed, ~seed));
    long number = Math.floorMod(seed, size);
    assertThat(permutation.apply(number)).isBetween(0L, size - 1);
    assertThat(permutation.invert(permutation.apply(number))).isEqualTo(number);
  }

  @Property(tries = 20)
  void a_permutation_takes_no_number_twice(@ForAll @LongRange(min = 4, max = 5_000) long size) {
    Permutation permutation = Permutation.keyedBy("key " + size, size);
    boolean[] taken = new boolean[(int) size];
    for (int number = 0; number < size; number++) {
      int result = (int) permutation.apply(number);
      assertThat(taken[result]).isFalse();
      taken[result] = true;
    }
  }

  @Property
  void a_slug_is_never_a_code(@ForAll @StringLength(min = 1, max = 40) String text) {
    if (SlugRule.allows(text)) {
      assertThat(codes.locate(text)).contains(new Address.Slug(text));
    }
  }

  @Example
  void neighbours_lie_far_apart() {
    long first = Base62.decode(codes.addressOf(Tier.FIVE, 1).code());
    long second = Base62.decode(codes.addressOf(Tier.FIVE, 2).code());
    assertThat(Math.abs(first - second)).isGreaterThan(1_000);
  }

  @Example
  void another_key_makes_other_codes() {
    CodeBook others = new CodeBook(tiers("another key that nobody guesses"));
    assertThat(others.addressOf(Tier.SIX, 1)).isNotEqualTo(codes.addressOf(Tier.SIX, 1));
  }

  @Example
  void segments_begin_at_one_and_the_last_one_is_short() {
    assertThat(Tier.FIVE.size()).isEqualTo(916_132_832L);
    assertThat(Tier.FIVE.segmentOf(1).ids()).isEqualTo(new IdRange(1, 1000));
    assertThat(Tier.FIVE.segmentOf(1000).index()).isZero();
    assertThat(Tier.FIVE.segmentOf(1001).index()).isEqualTo(1);
    Segment last = new Segment(Tier.FIVE, Tier.FIVE.segments() - 1);
    assertThat(last.ids()).isEqualTo(new IdRange(916_132_001L, 916_132_832L));
  }

  /** Links of before must lead on: what a key makes of an id stays for ever. */
  @Example
  void a_key_makes_the_same_codes_for_ever() {
    assertThat(codes.addressOf(Tier.FIVE, 1).code()).isEqualTo("CpOEf");
    assertThat(codes.addressOf(Tier.SIX, 56_800_235_584L).code()).isEqualTo("uFAcyV");
    assertThat(codes.addressOf(Tier.SEVEN, 17).code()).isEqualTo("3YIqoi2");
  }

  record Id(Tier tier, long id) {}

  @Provide
  Arbitrary<Id> ids() {
    return Arbitraries.of(Tier.values())
        .flatMap(tier -> Arbitraries.longs().between(1, tier.size()).map(id -> new Id(tier, id)));
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings()
        .withCharRange('0', '9')
        .withCharRange('A', 'Z')
        .withCharRange('a', 'z')
        .ofMinLength(5)
        .ofMaxLength(7);
  }

  private static TierProperties tiers(String key) {
    TierProperties.Settings settings =
        new TierProperties.Settings(key, Duration.ofDays(1), 1000, Duration.ofDays(1));
    return new TierProperties(settings, settings, settings, Duration.ofDays(1));
  }
}
