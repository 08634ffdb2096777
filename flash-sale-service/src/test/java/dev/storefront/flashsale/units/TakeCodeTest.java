package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TakeCodeTest {

  @Test
  void the_codes_are_those_of_the_script() {
    assertThat(
            Arrays.stream(TakeCode.values())
                .collect(Collectors.toMap(TakeCode::number, Enum::name)))
        .isEqualTo(LuaScript.load("flashsale/takeUnits").header().codes());
  }
}
