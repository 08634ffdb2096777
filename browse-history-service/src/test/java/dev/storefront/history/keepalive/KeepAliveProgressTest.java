package dev.storefront.history.keepalive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeepAliveProgressTest {

  @Test
  void a_pass_goes_on_where_it_was() {
    KeepAliveProgress half = KeepAliveProgress.NONE.after("a", "17", false, 500, 3);
    assertThat(half.cursorOf("a")).isEqualTo("17");
    assertThat(half.cursorOf("b")).isEqualTo("0");
    KeepAliveProgress done = half.after("a", "0", true, 20, 1);
    assertThat(done.done()).containsExactly("a");
    assertThat(done.users()).isEqualTo(520);
    assertThat(done.kept()).isEqualTo(4);
  }
}
