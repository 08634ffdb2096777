package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RebuildCodeTest {

  @ParameterizedTest
  @ValueSource(strings = {"wipeUnits", "beginRebuild", "restoreUnits", "reopenPromotion"})
  void the_codes_are_those_of_the_scripts(String script) {
    assertThat(
            Arrays.stream(RebuildCode.values())
                .collect(Collectors.toMap(RebuildCode::number, Enum::name)))
        .isEqualTo(LuaScript.load("flashsale/" + script).header().codes());
  }
}
