package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScriptCodesTest {

  @Test
  void the_scripts_codes_are_the_outcomes() {
    Map<Long, String> codes = LuaScript.load("fitment/placeShelf").header().codes();
    assertThat(codes).hasSize(WriteOutcome.values().length);
    assertThat(
            codes.keySet().stream()
                .collect(Collectors.toMap(code -> code, code -> WriteOutcome.of(code).name())))
        .isEqualTo(codes);
    assertThat(Arrays.stream(WriteOutcome.values()).map(Enum::name))
        .containsExactlyInAnyOrderElementsOf(codes.values());
  }

  @Test
  void the_codes_of_a_confirmation_are_its_outcomes() {
    Map<Long, String> codes = LuaScript.load("fitment/confirmShelf").header().codes();
    assertThat(
            codes.keySet().stream()
                .collect(Collectors.toMap(code -> code, code -> Confirmation.of(code).name())))
        .isEqualTo(codes)
        .hasSize(Confirmation.values().length);
  }
}
