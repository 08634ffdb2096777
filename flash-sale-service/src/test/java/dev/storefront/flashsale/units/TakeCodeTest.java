package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TakeCodeTest {

  @Test
  void the_codes_are_those_of_the_scripts() {
    assertThat(names(TakeCode.values()).filter(code -> !code.equals("CONTENDED")))
        .containsExactlyInAnyOrderElementsOf(codes("takeUnits", "lookUnits", "holdAddress"));
    assertThat(names(LoanCode.values())).containsExactlyInAnyOrderElementsOf(codes("lendUnits"));
    assertThat(names(ParkCode.values())).containsExactlyInAnyOrderElementsOf(codes("parkNote"));
  }

  private static Stream<String> names(Enum<?>[] codes) {
    return Arrays.stream(codes).map(Enum::name);
  }

  private static Set<String> codes(String... scripts) {
    return Arrays.stream(scripts)
        .flatMap(s -> LuaScript.load("flashsale/" + s).header().codes().values().stream())
        .collect(Collectors.toSet());
  }
}
