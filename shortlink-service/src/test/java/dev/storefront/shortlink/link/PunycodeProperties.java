package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.IDN;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PunycodeProperties {

  /** Letters that stay as they are when a name is prepared. */
  @Property
  void a_label_is_read_as_it_was_written(@ForAll("labels") String label) {
    String ascii = IDN.toASCII(label);
    assertThat(ascii).startsWith("xn--");
    assertThat(Punycode.decode(ascii.substring(4))).contains(label);
  }

  @Property
  void what_is_none_ends_well(@ForAll("garbage") String text) {
    Punycode.decode(text).ifPresent(read -> assertThat(read.length()).isLessThan(2 * 63));
  }

  @Example
  void the_samples_of_the_standard_are_read() {
    assertThat(Punycode.decode("ihqwcrb4cv8a8dqg056pqjye"))
        .contains("\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587");
    assertThat(Punycode.decode("b1abfaaepdrnnbgefbadotcwatmq2g4l"))
        .contains(
            "\u043F\u043E\u0447\u0435\u043C\u0443\u0436\u0435\u043E\u043D\u0438\u043D\u0435\u0433"
                + "\u043E\u0432\u043E\u0440\u044F\u0442\u043F\u043E\u0440\u0443\u0441\u0441\u043A"
                + "\u0438");
  }

  @Provide
  Arbitrary<String> labels() {
    Arbitrary<String> other =
        Arbitraries.of("\u00FC", "\u00E9", "\u0436", "\u03BB", "\u6F22", "\u3042", "\uD55C");
    Arbitrary<String> some =
        Arbitraries.oneOf(Arbitraries.of("a", "z", "0", "9"), other)
            .list()
            .ofMaxSize(10)
            .map(parts -> String.join("", parts));
    return other.flatMap(first -> some.map(rest -> first + rest));
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(List.of('a', 'b', 'y', 'z', '0', '5', '9', '-', '_'))
        .list()
        .ofMaxSize(59)
        .map(chars -> chars.stream().map(String::valueOf).reduce("", String::concat));
  }
}
