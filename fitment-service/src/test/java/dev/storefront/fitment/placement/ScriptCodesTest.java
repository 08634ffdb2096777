package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptCodesTest {

  @ParameterizedTest
  @ValueSource(strings = {"fitment/replaceFitment", "fitment/vacateFitment"})
  void the_scripts_codes_are_the_outcomes(String script) {
    Map<Long, String> codes = LuaScript.load(script).header().codes();
    assertThat(codes).hasSize(WriteOutcome.values().length);
    assertThat(
            codes.keySet().stream()
                .collect(Collectors.toMap(code -> code, code -> WriteOutcome.of(code).name())))
        .isEqualTo(codes);
    assertThat(Arrays.stream(WriteOutcome.values()).map(Enum::name))
        .containsExactlyInAnyOrderElementsOf(codes.values());
  }
}
