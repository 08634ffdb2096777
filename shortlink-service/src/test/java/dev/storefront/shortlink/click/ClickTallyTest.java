package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClickTallyTest {

  @ParameterizedTest
  @CsvSource({
    "https://news.example/a, news.example",
    "https://News.example./a, news.example",
    "https://news.example.:8443/a, news.example",
    "https://news.example./a b, news.example",
    "https://news.example., news.example",
    "https://[2001:db8::1]/, [2001:db8::1]",
    "https://./a b, ''",
    "news, ''",
  })
  void a_host_is_one_with_the_dot_of_the_root_or_without(String referrer, String host) {
    ClickTally tally = new ClickTally(new LatestClicks());
    tally.add(new ClickEvent("1", "abcdef", 1, 0, referrer, null, null));
    assertThat(tally.counts(100, Map.of()).keySet())
        .extracting(ClickTally.Key::referrer)
        .containsExactly(host);
  }
}
