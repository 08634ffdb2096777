package dev.storefront.history.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageViewTest {

  private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

  @Test
  void an_event_is_read_whatever_else_it_holds() {
    PageView view =
        read("{\"eventId\":\"e\",\"userId\":\"al\",\"skuId\":7,\"viewedAt\":8,\"page\":{}}");
    assertThat(view).isEqualTo(new PageView("e", "al", 7, 8));
    assertThat(view.isTooOld(NOW)).isTrue();
    assertThat(view.isTooOld(Instant.ofEpochMilli(8).plus(Duration.ofDays(60)))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{}",
        "{\"userId\":\"al\",\"skuId\":7}",
        "{\"userId\":\" \",\"skuId\":7,\"viewedAt\":8}",
        "{\"userId\":5,\"skuId\":7,\"viewedAt\":8}",
        "{\"userId\":\"al\",\"skuId\":0,\"viewedAt\":8}",
        "{\"userId\":\"al\",\"skuId\":\"7\",\"viewedAt\":8}",
        "{\"userId\":\"al\",\"skuId\":7.5,\"viewedAt\":8}",
        "{\"userId\":\"al\",\"skuId\":7,\"viewedAt\":-1}",
        "{\"userId\":\"al\",\"skuId\":7,\"viewedAt\":1700000300001}",
        "{\"userId\":\"al\",\"skuId\":7,\"viewedAt\":8} x",
      })
  void what_is_no_page_view_says_why_without_the_name_of_a_class(String json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InvalidPageViewException.class)
        .hasMessageNotContaining("dev.storefront");
  }

  @Test
  void a_clock_may_be_five_minutes_ahead() {
    assertThat(read("{\"userId\":\"al\",\"skuId\":7,\"viewedAt\":1700000300000}").skuId())
        .isEqualTo(7);
  }

  @Test
  void a_user_id_has_128_characters_at_most() {
    String form = "{\"userId\":\"%s\",\"skuId\":7,\"viewedAt\":8}";
    assertThat(read(form.formatted("u".repeat(128))).userId()).hasSize(128);
    assertThatThrownBy(() -> read(form.formatted("u".repeat(129))))
        .isInstanceOf(InvalidPageViewException.class);
  }

  private static PageView read(String json) {
    return PageView.read(json.getBytes(StandardCharsets.UTF_8), NOW);
  }
}
