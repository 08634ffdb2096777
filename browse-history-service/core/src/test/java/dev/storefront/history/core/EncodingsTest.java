package dev.storefront.history.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodingsTest {

  private static final List<View> VIEWS =
      List.of(
          new View(1, 0),
          new View(Long.MAX_VALUE, 1_700_000_000_000L),
          new View(100_012_043_978L, (1L << 48) - 1));

  @Test
  void packed_views_keep_every_time_and_every_sku_oldest_first() {
    List<View> newestFirst = VIEWS.stream().sorted(View.NEWEST_FIRST).toList();
    assertThat(PackedViews.decode(PackedViews.encode(newestFirst))).isEqualTo(VIEWS);
    assertThatIllegalArgumentException().isThrownBy(() -> PackedViews.decode(new byte[13]));
  }

  /** Others read and write the same bytes: scripts, and releases to come. */
  @Test
  void a_packed_view_is_its_time_and_then_its_sku_from_the_lowest_byte() {
    View view = new View(0x1749123456L, 0x018BCFE56800L);
    assertThat(HexFormat.of().formatHex(PackedViews.encode(List.of(view))))
        .isEqualTo("018bcfe56800" + "5634124917000000");
    assertThat(HexFormat.of().formatHex(PackedViews.sku(view.skuId())))
        .isEqualTo("5634124917000000");
  }

  @Test
  void only_what_the_history_itself_is_wrong_with_is_hopeless() {
    String script = " script: 5f0c, on @user_script:40.";
    assertThat(List.of("WRONGTYPE Operation", "ERR user_script:40: data string too short" + script))
        .allMatch(RecordViews::canNeverSucceed);
    assertThat(
            List.of(
                "ERR Error running script: Script killed by user with SCRIPT KILL..." + script,
                "ERR user_script:40: not enough memory" + script,
                "OOM command not allowed when used memory > 'maxmemory'." + script,
                "READONLY You can't write against a read only replica." + script))
        .noneMatch(RecordViews::canNeverSucceed);
  }

  @Test
  void groups_keep_their_kind_and_number() {
    for (Group.Kind kind : Group.Kind.values()) {
      Group group = new Group(kind, Long.MAX_VALUE - 1);
      assertThat(Group.decode(group.encode())).isEqualTo(group);
    }
    assertThat(HexFormat.of().formatHex(new Group(Group.Kind.MAIN_SKU, 7).encode()))
        .isEqualTo("010700000000000000");
  }

  @Test
  void a_full_history_fits_into_four_kilobytes() {
    assertThat(HistoryRules.MOST_HOT_VIEWS * PackedViews.WIDTH).isLessThanOrEqualTo(4_090);
    assertThat(HistoryRules.MOST_HOT_VIEWS).isGreaterThan(HistoryRules.MOST_SHOWN);
  }

  @Test
  void a_cold_copy_keeps_its_export_its_boundary_and_its_views() {
    byte[] header = ColdCopy.header(7, 1_700_000_000_000L);
    byte[] body = ColdCopy.body(VIEWS);
    byte[] bytes = new byte[header.length + body.length];
    System.arraycopy(header, 0, bytes, 0, header.length);
    System.arraycopy(body, 0, bytes, header.length, body.length);
    assertThat(ColdCopy.decode(bytes)).isEqualTo(new ColdCopy(7, 1_700_000_000_000L, VIEWS));
    assertThat(ColdCopy.decode(header).views()).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> ColdCopy.decode(new byte[15]));
  }

  @Test
  void a_cold_row_is_json_in_view_order() {
    ColdRow row = new ColdRow(List.of(new View(7, 1_700_000_000_000L), new View(8, 5)), 9);
    String json = new String(row.viewsCell(), StandardCharsets.UTF_8);
    assertThat(json)
        .isEqualTo("[{\"skuId\":7,\"viewedAt\":1700000000000},{\"skuId\":8,\"viewedAt\":5}]");
    assertThat(ColdRow.of(row.viewsCell(), row.asOfCell())).isEqualTo(row);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColdRow.of("{}".getBytes(StandardCharsets.UTF_8), row.asOfCell()));
  }

  @Test
  void the_row_key_is_the_middle_of_the_users_md5_and_the_user() {
    // md5("alice") = 6384e2b2184bcb f58e ccf10ca7a6563c
    assertThat(key("alice")).isEqualTo("f58ealice");
    // md5("zoë {x}") = 43f1f4da1a4758 3e6a 91eefc0df4f938
    assertThat(key("zoë {x}")).isEqualTo("3e6azoë {x}");
  }

  @Test
  void a_run_made_again_is_later_than_itself_and_earlier_than_the_next_day() {
    long day = 86_400_000;
    assertThat(ColdRow.timestamp(day, 1)).isGreaterThan(ColdRow.timestamp(day, 0));
    assertThat(ColdRow.timestamp(day, 99_999)).isLessThan(ColdRow.timestamp(2 * day, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ColdRow.timestamp(day, 100_000));
  }

  @Test
  void keys_of_a_user_lie_in_one_slot_and_those_of_others_elsewhere() {
    HistoryKeys keys = HistoryKeys.of("t1:", "a}{b");
    assertThat(keys.views()).isEqualTo("t1:history:{a%7D%7Bb}:recent");
    assertThat(keys.cold()).isEqualTo("t1:history:{a%7D%7Bb}:cold");
  }

  private static String key(String user) {
    return new String(ColdRow.key(user), StandardCharsets.UTF_8);
  }
}
