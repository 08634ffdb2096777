package dev.storefront.usertag.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class RuleTest {

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
