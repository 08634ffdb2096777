package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TagSetTest {

  @Example
  void bits_are_as_in_redis() {
    TagSet tags = TagSet.EMPTY.with(1, true).with(2, true).with(4, true).with(6, true);
    assertThat(tags.bytes()).containsExactly(0b01101010);
  }

  @Example
  void a_change_that_changes_nothing_gives_the_same_set() {
    TagSet tags = TagSet.EMPTY.with(9, true);
    assertThat(tags.with(9, true)).isSameAs(tags);
    assertThat(tags.with(8, false)).isSameAs(tags);
    assertThat(tags.with(5000, false)).isSameAs(tags);
  }

  @Property
  void any_changes_give_what_a_bit_set_gives(
      @ForAll List<@IntRange(min = 1, max = 300) Integer> changes) {
    BitSet expected = new BitSet();
    TagSet tags = TagSet.EMPTY;
    for (int tag : changes) {
      expected.flip(tag);
      tags = tags.with(tag, !tags.has(tag));
    }
    for (int tag = 0; tag <= 300; tag++) {
      assertThat(tags.has(tag)).isEqualTo(expected.get(tag));
    }
    assertThat(tags.bytes()).hasSize((expected.length() + 7) / 8);
  }
}
