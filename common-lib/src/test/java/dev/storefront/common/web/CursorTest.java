package dev.storefront.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CursorTest {

  private static final String LIST = "list/of alice";
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  @Test
  void a_position_comes_back_as_it_was() {
    assertThat(Cursor.decode(LIST, Cursor.encode(LIST, "小明:7"))).isEqualTo("小明:7");
    assertThat(Cursor.decodeLong(LIST, Cursor.encode(LIST, Long.MIN_VALUE)))
        .isEqualTo(Long.MIN_VALUE);
    assertThat(Cursor.decodeLongs(LIST, Cursor.encode(LIST, 3, -1, Long.MAX_VALUE), 3))
        .containsExactly(3, -1, Long.MAX_VALUE);
  }

  @Test
  void no_other_text_is_that_cursor() {
    String cursor = Cursor.encode(LIST, 1234);
    List<String> others =
        new ArrayList<>(List.of("", "*", cursor + "=", cursor + "A", " " + cursor));
    for (int i = 0; i < cursor.length(); i++) {
      for (char digit : DIGITS.toCharArray()) {
        if (digit != cursor.charAt(i)) {
          others.add(cursor.substring(0, i) + digit + cursor.substring(i + 1));
        }
      }
    }
    for (String other : others) {
      assertThatThrownBy(() -> Cursor.decode(LIST, other))
          .as(other)
          .isInstanceOf(ProblemException.class);
    }
  }

  @Test
  void one_of_another_list_or_of_other_parts_is_none() {
    String two = Cursor.encode(LIST, 1, 2);
    assertThatThrownBy(() -> Cursor.decodeLongs("list/of bob", two, 2))
        .isInstanceOf(ProblemException.class);
    for (int count : new int[] {1, 3}) {
      assertThatThrownBy(() -> Cursor.decodeLongs(LIST, two, count))
          .isInstanceOf(ProblemException.class);
    }
    assertThatThrownBy(() -> Cursor.decodeLongs(LIST, Cursor.encode(LIST, "1:x"), 2))
        .isInstanceOf(ProblemException.class);
  }
}
