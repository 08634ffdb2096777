package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TakeCodeTest {

  @Test
  void the_codes_are_those_of_the_scripts() {
    assertThat(
            Arrays.stream(TakeCode.values())
                .filter(code -> code != TakeCode.CONTENDED)
                .collect(Collectors.toMap(TakeCode::number, Enum::name)))
        .isEqualTo(LuaScript.load("flashsale/takeUnits").header().codes());
    assertThat(
            Arrays.stream(LoanCode.values())
                .collect(Collectors.toMap(LoanCode::number, Enum::name)))
        .isEqualTo(LuaScript.load("flashsale/lendUnits").header().codes());
    assertThat(
            Arrays.stream(ParkCode.values())
                .collect(Collectors.toMap(ParkCode::number, Enum::name)))
        .isEqualTo(LuaScript.load("flashsale/parkNote").header().codes());
  }
}
