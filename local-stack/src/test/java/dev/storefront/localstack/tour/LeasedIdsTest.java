package dev.storefront.localstack.tour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.suite.Json;
import org.junit.jupiter.api.Test;

class LeasedIdsTest {

  @Test
  void ids_come_from_all_ranges() {
    String ranges =
        """
        [{"first": 1011, "last": 1013, "codes": ["c", "d", "e"]},
         {"first": 1004, "last": 1005, "codes": ["a", "b"]}]
        """;
    assertThat(LeasedIds.of(Json.read(ranges))).containsExactly(1004L, 1005L, 1011L, 1012L, 1013L);
  }

  @Test
  void a_reply_without_ranges_has_no_ids() {
    assertThat(LeasedIds.of(Json.read("{}").at("/ranges"))).isEmpty();
    assertThat(LeasedIds.of(Json.read("[{}]"))).isEmpty();
  }
}
