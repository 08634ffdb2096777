package dev.storefront.usertag.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.rule.SeenEvents.Seen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class RuleTest {

  @Test
  void an_event_counts_once_since_it_was_first_heard_of_whichever_copy_comes_first() {
    Rule rule = new Rule(1, "r", "t", RuleTopic.PAGE_VIEWS, Map.of(), 2, 1L, null);
    Seen first = new Seen(1_000, -7);
    Seen copy = new Seen(1_500, -7);
    Seen other = new Seen(1_500, 8);
    SeenEvents expected = new SeenEvents(List.of(other, first));
    SeenEvents none = new SeenEvents(List.of());
    assertThat(none.with(List.of(copy, other), rule).with(List.of(first), rule))
        .isEqualTo(expected);
    assertThat(none.with(List.of(first), rule).with(List.of(other, copy, copy), rule))
        .isEqualTo(expected);
    assertThat(SeenEvents.of(expected.bytes())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "7, true",
    "7.0, true",
    "70e-1, true",
    "'\"7\"', true",
    "8, false",
    "1e999, false",
    "-1e999, false",
    "99999999999999999999999999, false",
    "null, false",
    "[7], false",
    "true, false"
  })
  void a_number_is_the_same_however_it_is_written_and_no_number_breaks_it(
      String member, boolean expected) {
    Rule rule = new Rule(1, "r", "t", RuleTopic.PAGE_VIEWS, Map.of("skuId", 7), 1, null, null);
    assertThat(rule.isAbout(new JsonMapper().readTree("{\"skuId\":" + member + "}")))
        .isEqualTo(expected);
  }
}
