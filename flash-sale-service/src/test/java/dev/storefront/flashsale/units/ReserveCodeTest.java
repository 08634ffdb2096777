package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReserveCodeTest {

  @Test
  void the_codes_are_those_of_the_scripts() {
    assertThat(names(ReserveCode.values()).filter(code -> !code.equals("CONTENDED")))
        .containsExactlyInAnyOrderElementsOf(codes("reserveUnits", "lookUnits", "holdAddress"));
    assertThat(names(LoanCode.values())).containsExactlyInAnyOrderElementsOf(codes("lendUnits"));
    assertThat(names(ParkCode.values())).containsExactlyInAnyOrderElementsOf(codes("parkNote"));
  }

  /** Codes are read by the headers' names: two names changed there would change answers. */
  @Test
  void each_number_is_what_it_was() {
    assertThat(LuaScript.load("flashsale/reserveUnits").header().codes())
        .isEqualTo(
            Map.ofEntries(
                Map.entry(1L, "RESERVED"),
                Map.entry(2L, "REPEATED"),
                Map.entry(-1L, "UNKNOWN_PROMOTION"),
                Map.entry(-2L, "STOPPED"),
                Map.entry(-3L, "NOT_STARTED"),
                Map.entry(-4L, "ENDED"),
                Map.entry(-5L, "RATE_LIMITED"),
                Map.entry(-6L, "LIMIT_REACHED"),
                Map.entry(-7L, "SOLD_OUT"),
                Map.entry(-8L, "FENCED"),
                Map.entry(-9L, "HELD"),
                Map.entry(-10L, "RECOVERING"),
                Map.entry(-11L, "CANCELLED"),
                Map.entry(-12L, "PAUSED")));
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
