package dev.storefront.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ClaimCodeTest {

  @Test
  void the_codes_are_those_of_the_script() {
    assertThat(Arrays.stream(ClaimCode.values()).map(Enum::name))
        .containsExactlyInAnyOrderElementsOf(
            LuaScript.load("flashsale/claimOrder").header().codes().values());
  }
}
