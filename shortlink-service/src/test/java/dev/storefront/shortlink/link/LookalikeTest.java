package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.IDN;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookalikeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Mixed: a Cyrillic a, a Greek o, a Cyrillic and a Latin word, Han and Cyrillic.
        "p\u0430ypal.example",
        "www.g\u03BF\u03BFgle.example",
        "shop-\u043C\u0430\u0433\u0430\u0437\u0438\u043D.example",
        "\u6F22\u0430.example",
        // All of one script, each letter like a Latin one.
        "\u0430\u0440\u0440\u04CF\u0435.com",
        "login.\u0441\u043E\u0440\u0435.co.uk",
        "\u03BF\u03BA.example",
        "\u0570\u0578\u057D.example",
        "\u0430-1.example",
        // What looks like a slash or a dot, and what cannot be seen.
        "example.com\u2044login.example",
        "example\u2571x.example",
      })
  void passes_for_another(String host) {
    assertThat(Lookalike.fault(IDN.toASCII(host, IDN.ALLOW_UNASSIGNED))).isPresent();
  }

  /** Which the JDK would not make, nor read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // Cyrillic letters of after 2002, beside Latin ones and alone; Lisu, Cherokee.
        "xn--qqq-13d.example",
        "xn--y7ae.example",
        "xn--80ak6aa92e.com",
        "XN--80AK6AA92E.COM",
        "xn--3l8a7b.example",
        "xn--g9dg.example",
        // Nothing that anybody can read.
        "xn--a.example",
        "xn--example-.example",
        "xn--99999999.example",
        "xn--.example"
      })
  void passes_for_another_as_it_stands(String host) {
    assertThat(Lookalike.fault(host)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "my_shop.example",
        "b\u00FCcher.example",
        "fran\u00E7ais-2.example",
        "l\u00B7l.example",
        "\u0131stanbul.example",
        "\u044F\u043D\u0434\u0435\u043A\u0441.example",
        "\u043F\u0440\u0438\u043C\u0435\u0440.\u0440\u0444",
        "\u0441\u043E\u0440\u0435.\u0440\u0444",
        "www.\u03C0\u03B1\u03C1\u03AC\u03B4\u03B5\u03B9\u03B3\u03BC\u03B1.example",
        "\u4F8B\u3048.example",
        "\u30C6\u30B9\u30C8shop\u6F22\u5B57.example",
        "\uC608\uC2DC.example",
        "\u0627\u062E\u062A\u0628\u0627\u0631.example",
        "\u05D1\u05D3\u05D9\u05E7\u05D4.example",
        "\u0E15\u0E31\u0E27\u0E2D\u0E22\u0E48\u0E32\u0E07.example",
        "\u0909\u0926\u093E\u0939\u0930\u0923.example",
        "8.8.8.8",
        "[2001:db8::1]"
      })
  void is_what_it_says(String host) {
    assertThat(Lookalike.fault(host.startsWith("[") ? host : IDN.toASCII(host))).isEmpty();
  }
}
