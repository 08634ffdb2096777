package dev.storefront.shortlink.marker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.lua.LuaScript;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MarkerReplyTest {

  @Test
  void the_scripts_and_the_enum_name_the_same_codes() {
    Map<Long, String> codes = new HashMap<>();
    codes.putAll(LuaScript.load("shortlink/openSegment").header().codes());
    codes.putAll(LuaScript.load("shortlink/closeSegment").header().codes());
    assertThat(codes)
        .isEqualTo(
            Arrays.stream(MarkerReply.values())
                .collect(Collectors.toMap(MarkerReply::number, MarkerReply::name)));
  }
}
