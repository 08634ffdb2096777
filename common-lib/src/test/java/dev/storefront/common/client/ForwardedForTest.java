package dev.storefront.common.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ForwardedForTest {

  private static final int LONGEST_HEADER = 8_192;

  private record Hop(IpAddress address, String written) {}

  @Property(tries = 300)
  void whatever_a_header_says_its_hops_are_read_or_empty(@ForAll("anything") String line) {
    long commas = line.chars().filter(c -> c == ',').count();

    assertThat(ForwardedFor.inForwarded(List.of(line)).size()).isBetween(1, (int) commas + 1);
    assertThat(ForwardedFor.inPlainHeader(List.of(line))).hasSize((int) commas + 1);
  }

  @Property(tries = 300)
  void every_hop_is_read_in_its_order_however_it_is_written(@ForAll("hops") List<Hop> hops) {
    String line = hops.stream().map(Hop::written).collect(Collectors.joining(","));

    assertThat(ForwardedFor.inForwarded(List.of(line)))
        .isEqualTo(hops.stream().map(Hop::address).map(Optional::of).toList());
  }

  @Property(tries = 300)
  void what_stands_before_a_comma_changes_nothing_after_it(
      @ForAll("anything") String farther, @ForAll("hops") List<Hop> hops) {
    String unquoted = farther.replace("\"", "");
    Hop nearest = hops.get(hops.size() - 1);

    List<Optional<IpAddress>> read =
        ForwardedFor.inForwarded(List.of(unquoted + "," + nearest.written()));

    assertThat(read.get(read.size() - 1)).contains(nearest.address());
  }

  @Property(tries = 300)
  void with_quotes_it_hides_what_is_after_it_at_most(
      @ForAll("anything") String farther, @ForAll("hops") List<Hop> hops) {
    Hop nearest = hops.get(hops.size() - 1);
    String line = "for=192.0.2.1;x=" + farther + "," + nearest.written();

    List<Optional<IpAddress>> read = ForwardedFor.inForwarded(List.of(line));

    assertThat(read.get(read.size() - 1)).isIn(Optional.of(nearest.address()), Optional.empty());
  }

  @Example
  void the_longest_header_is_read_like_any_other() {
    for (String piece : List.of("a", "\"", "\\", "\"\\", "=", ";", "[", ":", " ", "1.", "for=")) {
      String line = piece.repeat(LONGEST_HEADER / piece.length());
      assertThat(ForwardedFor.inForwarded(List.of(line))).containsExactly(Optional.empty());
      assertThat(ForwardedFor.inPlainHeader(List.of(line))).containsExactly(Optional.empty());
    }
  }

  @Provide
  Arbitrary<String> anything() {
    return Arbitraries.of(
            "\"", "\\", ",", ";", "=", " ", "for", "[", "]", ":", "::1", "192.0.2.1", "é")
        .list()
        .ofMaxSize(2_000)
        .map(pieces -> String.join("", pieces));
  }

  @Provide
  Arbitrary<List<Hop>> hops() {
    Arbitrary<String> v4 =
        Arbitraries.integers().between(0, 255).list().ofSize(4).map(ForwardedForTest::dotted);
    Arbitrary<String> name = Arbitraries.of("for", "For", "FOR", " for ", "\tfor");
    Arbitrary<String> port = Arbitraries.of("", ":1", ":65535");
    Arbitrary<String> before = Arbitraries.of("", "proto=https;", "by=\"a, for=b; \\\" c\";", ";");
    Arbitrary<String> after = Arbitraries.of("", ";host=x", "; ext=\"for=192.0.2.9, y\"", ";");
    return Combinators.combine(v4, Arbitraries.of(true, false), name, port, before, after)
        .as(
            (address, quoted, label, number, first, last) -> {
              String node = quoted ? "\"" + address + number + "\"" : address + number;
              return new Hop(
                  IpAddress.parse(address).orElseThrow(), first + label + "=" + node + last);
            })
        .list()
        .ofMinSize(1)
        .ofMaxSize(50);
  }

  private static String dotted(List<Integer> octets) {
    return "%d.%d.%d.%d".formatted(octets.toArray());
  }
}
