package dev.storefront.fitment.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShelfHeadTest {

  @Property(tries = 200)
  void a_directory_names_each_sku_with_its_place(@ForAll long seed) {
    Random random = new Random(seed);
    List<ShelfContents.Member> members = new ArrayList<>();
    Set<Long> skuIds = new HashSet<>();
    for (int ordinal = 0; ordinal < Shelf.SIZE; ordinal++) {
      long skuId = 1 + (random.nextBoolean() ? random.nextInt(1000) : random.nextLong() >>> 2 << 1);
      if (random.nextInt(3) > 0 && skuIds.add(skuId)) {
        members.add(new ShelfContents.Member(skuId, ordinal, random.nextBoolean()));
      }
    }
    assertThat(members(head("7;,0=256,12=50048,;", members))).isEqualTo(members);
  }

  @Test
  void it_says_which_segments_have_vehicles_and_how_wide_their_blocks_are() {
    assertThat(head("7;,0=256,12=50048,;", List.of()).widths())
        .isEqualTo(Map.of(0, 256, 12, 50_048));
    assertThat(head("123;,;", List.of()).widths()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12", "12;,0=256,", "x;,0=256,;", "12;,0=wide,;", ";,;"})
  void what_is_no_head_is_refused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ShelfHead.parse(text.getBytes(US_ASCII)));
  }

  private static ShelfHead head(String listed, List<ShelfContents.Member> members) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.writeBytes(listed.getBytes(US_ASCII));
    head.writeBytes(ShelfDirectory.write(members));
    return ShelfHead.parse(head.toByteArray());
  }

  private static List<ShelfContents.Member> members(ShelfHead head) {
    List<ShelfContents.Member> members = new ArrayList<>();
    ShelfDirectory.read(head.directory())
        .forEachMember(
            (skuId, ordinal, universal) ->
                members.add(new ShelfContents.Member(skuId, ordinal, universal)));
    return members;
  }
}
