package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class RendezvousTest {

  private static final int VENDORS = 20_000;

  @Property(tries = 50)
  void a_new_cluster_takes_its_share_and_nobody_else_gets_anything(
      @ForAll("names") Set<String> names,
      @ForAll @LongRange(min = 0, max = 1L << 60) long firstVendor) {
    List<String> before = new ArrayList<>(names);
    String added = before.remove(before.size() - 1);
    Rendezvous old = new Rendezvous(before);
    Rendezvous now = new Rendezvous(List.copyOf(names));

    long moved = 0;
    for (long vendor = firstVendor; vendor < firstVendor + VENDORS; vendor++) {
      if (!now.choose(vendor).equals(old.choose(vendor))) {
        assertThat(now.choose(vendor)).isEqualTo(added);
        moved++;
      }
    }
    double share = (double) VENDORS / names.size();
    // Six standard deviations of as many throws of a die.
    assertThat((double) moved)
        .isBetween(share - 6 * Math.sqrt(share), share + 6 * Math.sqrt(share));
  }

  @Property(tries = 200)
  void the_order_of_the_names_does_not_matter(
      @ForAll("names") Set<String> names, @ForAll long vendor, @ForAll Random random) {
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, random);
    assertThat(new Rendezvous(shuffled).choose(vendor))
        .isEqualTo(new Rendezvous(List.copyOf(names)).choose(vendor));
  }

  /** If this fails, an upgrade would look for everybody's data where it is not. */
  @Example
  void the_choice_is_the_same_in_every_release() {
    Rendezvous three = new Rendezvous(List.of("pop1", "pop2", "pop3"));
    Map<String, List<Long>> chosen = new TreeMap<>();
    LongStream.range(0, 12)
        .forEach(
            vendor ->
                chosen.computeIfAbsent(three.choose(vendor), n -> new ArrayList<>()).add(vendor));
    assertThat(chosen)
        .isEqualTo(
            Map.of(
                "pop1", List.of(3L, 4L, 6L),
                "pop2", List.of(1L, 9L, 10L, 11L),
                "pop3", List.of(0L, 2L, 5L, 7L, 8L)));
  }

  @Provide
  Arbitrary<Set<String>> names() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .numeric()
        .ofMinLength(1)
        .ofMaxLength(30)
        .set()
        .ofMinSize(2)
        .ofMaxSize(12);
  }
}
