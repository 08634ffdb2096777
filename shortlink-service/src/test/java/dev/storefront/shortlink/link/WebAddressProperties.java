package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.link.WebAddress.NotOneException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WebAddressProperties {

  @Property
  void what_stands_behind_a_host_is_asked_for_as_it_was_written(@ForAll("texts") String text) {
    String url = "https://a.example/" + text;
    try {
      WebAddress address = WebAddress.parse(url);
      assertThat(address.text()).matches("[!-~]+").doesNotContain("|", "\\");
      assertThat(URI.create(address.text()).getHost()).isEqualTo("a.example");
      assertThat(decoded(address.text())).isEqualTo(decoded(url));
      assertThat(WebAddress.parse(address.text()).text()).isEqualTo(address.text());
    } catch (NotOneException e) {
      assertThat(text).matches("(?s).*([\\\\\\p{Cs}\\p{Cc}]|%(?!\\p{XDigit}{2})|\\s$|\u3000$).*");
    }
  }

  @Property
  void a_host_is_ascii_and_the_same_when_it_is_read_again(@ForAll("texts") String text) {
    try {
      WebAddress address = WebAddress.parse("http://a" + text + ".example:81/x");
      assertThat(address.host()).matches("[0-9A-Za-z_.-]+");
      assertThat(WebAddress.parse(address.text())).isEqualTo(address);
    } catch (NotOneException e) {
      assertThat(text).isNotEmpty();
    }
  }

  @Provide
  Arbitrary<String> texts() {
    String odd = "ab01.-_~:/?#[]@!$&'()*+,;=%%%%|{}^`<>\" \\\u00FC\u20AC\u0308\u3000\n\uD800";
    return Arbitraries.oneOf(
            Arbitraries.chars().with(odd).map(String::valueOf),
            Arbitraries.of("%7c", "%C3%BC", "\uD83D\uDE97", "x", "y", "z"))
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
