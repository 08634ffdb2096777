package dev.storefront.history.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.core.Pauses.Pause;
import java.util.List;
import org.junit.jupiter.api.Test;

class PausesTest {

  private final Pauses pauses =
      new Pauses(List.of(new Pause(100, 200), new Pause(300, Pause.OPEN)));

  @Test
  void a_view_is_hidden_from_the_first_to_the_last_time_of_a_pause() {
    assertThat(List.of(99L, 100L, 199L, 200L, 299L, 300L, 1L << 47))
        .extracting(time -> pauses.hide(new View(7, time)))
        .containsExactly(false, true, true, false, false, true, true);
  }

  @Test
  void scripts_get_beginning_and_end_in_six_bytes_each() {
    assertThat(pauses.encode())
        .containsExactly(
            0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 1, 44, -1, -1, -1, -1, -1, -1);
  }
}
