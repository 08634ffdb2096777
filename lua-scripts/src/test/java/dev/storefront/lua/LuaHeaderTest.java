package dev.storefront.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LuaHeaderTest {

  private static final String GOOD =
      """
      --[[
      grabQuota: takes some quota.

      Keys: 2
        KEYS[1] hash, the promotion
        KEYS[2] string, the order's mark
      Args:
        ARGV[1] quantity
      Returns: a code
      Codes: 1 GRABBED, -1 SOLD_OUT
        -2 LIMIT_REACHED
      Idempotency: a repeat gets the first answer
      Complexity: O(1)
      Example: {p}a {p}b | 1
      ]]
      return 1
      """;

  @Test
  void a_header_says_what_the_script_takes_and_gives() {
    LuaHeader header = LuaHeader.parse("flashsale/grabQuota", GOOD);
    assertThat(header.purpose()).isEqualTo("takes some quota.");
    assertThat(header.minKeys()).isEqualTo(2);
    assertThat(header.exactKeys()).isTrue();
    assertThat(header.codes())
        .isEqualTo(Map.of(1L, "GRABBED", -1L, "SOLD_OUT", -2L, "LIMIT_REACHED"));
    assertThat(header.exampleKeys()).containsExactly("{p}a", "{p}b");
    assertThat(header.exampleArgs()).containsExactly("1");
  }

  @Test
  void a_plus_means_that_many_keys_or_more() {
    LuaHeader header = LuaHeader.parse("flashsale/grabQuota", GOOD.replace("Keys: 2", "Keys: 1+"));
    assertThat(header.minKeys()).isEqualTo(1);
    assertThat(header.exactKeys()).isFalse();
  }

  @Test
  void a_fence_has_the_runner_add_generation_and_floor() {
    assertThat(LuaHeader.parse("flashsale/grabQuota", GOOD).fenced()).isFalse();
    String fenced = GOOD.replace("Returns:", "Fence: generation, floor\nReturns:");
    assertThat(LuaHeader.parse("flashsale/grabQuota", fenced).fenced()).isTrue();
    assertThatThrownBy(
            () ->
                LuaHeader.parse("x/grabQuota", GOOD.replace("Returns:", "Fence: floor\nReturns:")))
        .hasMessageContaining("Fence:");
  }

  @Test
  void what_is_missing_is_named() {
    for (String field : new String[] {"Keys", "Returns", "Idempotency", "Complexity", "Example"}) {
      assertThatThrownBy(() -> LuaHeader.parse("x/grabQuota", GOOD.replace(field + ":", "Other:")))
          .hasMessageContaining(field);
    }
    assertThatThrownBy(() -> LuaHeader.parse("x/other", GOOD)).hasMessageContaining("other: ");
    assertThatThrownBy(() -> LuaHeader.parse("x/y", "return 1")).hasMessageContaining("header");
    assertThatThrownBy(() -> LuaScript.load("no/suchScript")).hasMessageContaining("no/suchScript");
  }
}
