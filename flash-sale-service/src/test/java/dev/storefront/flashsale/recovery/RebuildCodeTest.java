package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RebuildCodeTest {

  @ParameterizedTest
  @ValueSource(strings = {"wipeUnits", "beginRebuild", "restoreUnits", "reopenPromotion"})
  void the_codes_are_those_of_the_scripts(String script) {
    Map<Long, String> codes = LuaScript.load("flashsale/" + script).header().codes();
    assertThat(Arrays.stream(RebuildCode.values()).map(Enum::name))
        .containsExactlyInAnyOrderElementsOf(codes.values());
    assertThat(codes).isEqualTo(LuaScript.load("flashsale/wipeUnits").header().codes());
  }
}
