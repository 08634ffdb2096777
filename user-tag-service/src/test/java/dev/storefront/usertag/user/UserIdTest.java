package dev.storefront.usertag.user;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserIdTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", " ", "{u:0}", "a/b", "小明", "\u0001", "a\nb", "😀"})
  void any_text_is_a_user_id(String text) {
    assertThat(UserId.isValid(text)).isTrue();
  }

  @Test
  void it_has_1_to_64_characters_however_many_bytes_each_has() {
    assertThat(UserId.isValid("")).isFalse();
    assertThat(UserId.isValid("😀".repeat(64))).isTrue();
    assertThat(UserId.isValid("😀".repeat(65))).isFalse();
    assertThat(UserId.isValid("a".repeat(65))).isFalse();
  }

  @Test
  void what_no_address_can_say_is_none() {
    assertThat(UserId.isValid("a\u0000")).isFalse();
  }

  @Test
  void half_a_surrogate_pair_is_no_character() {
    assertThat(UserId.isValid("a\uD83D")).isFalse();
    assertThat(UserId.isValid("\uDE00\uD83D")).isFalse();
  }
}
