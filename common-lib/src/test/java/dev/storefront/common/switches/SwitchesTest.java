package dev.storefront.common.switches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchesTest {

  private final Switches switches = new Switches();

  @Test
  void a_switch_has_its_default_until_an_operator_says_otherwise() {
    Switch<Integer> limit = switches.defineInt("limit", 5, 0, 10);
    assertThat(limit.get()).isEqualTo(5);
    switches.changed("limit", " 7\n");
    assertThat(limit.get()).isEqualTo(7);
    switches.removed("limit");
    assertThat(limit.get()).isEqualTo(5);
  }

  @Test
  void what_was_closed_stays_closed_over_a_restart(@TempDir Path folder) {
    SwitchMemory memory = new SwitchMemory(folder.resolve("new"), false, "sale");
    switches.changed("closed", "true");
    switches.changed("promotion-rate.7", "5/1\n");
    memory.keep(switches.accepted());

    Switches restarted = new Switches(memory.load());

    assertThat(restarted.defineBoolean("closed", false).get()).isTrue();
    assertThat(restarted.defineEach("promotion-rate", String::trim).get())
        .containsOnly(Map.entry("7", "5/1"));
    restarted.removed("closed");
    memory.keep(restarted.accepted());
    assertThat(new Switches(memory.load()).defineBoolean("closed", false).get()).isFalse();
  }

  @Test
  void a_memory_that_cannot_be_read_is_none(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("sale.properties");
    SwitchMemory memory = new SwitchMemory(folder, false, "sale");
    assertThat(memory.load()).isEmpty();
    Files.writeString(file, "closed=\\uno");
    assertThat(memory.load()).isEmpty();
    memory.keep(Map.of("closed", "true"));
    assertThat(memory.load()).containsOnly(Map.entry("closed", "true"));
  }

  @Test
  void an_invalid_value_leaves_the_last_good_one() {
    Switch<Integer> limit = switches.defineInt("limit", 5, 0, 10);
    switches.changed("limit", "7");
    for (String bad : new String[] {"", "eleven", "11", "-1", "7.5"}) {
      switches.changed("limit", bad);
      assertThat(limit.get()).as("after '%s'", bad).isEqualTo(7);
    }
    Switch<Boolean> closed = switches.defineBoolean("closed", false);
    switches.changed("closed", "yes please");
    assertThat(closed.get()).isFalse();
    switches.changed("closed", "ON");
    assertThat(closed.get()).isTrue();
  }

  @Test
  void what_operators_set_is_shown_and_what_of_it_is_no_value() {
    switches.changed("closed", "perhaps");
    switches.defineBoolean("closed", false);
    switches.defineEach("rate", Integer::valueOf);
    switches.changed("rate.7", "many");
    assertThat(switches.texts()).isEqualTo(Map.of("closed", "perhaps", "rate.7", "many"));
    assertThat(switches.invalid()).containsExactly("closed", "rate.7");
    assertThat(switches.accepted()).isEqualTo(Map.of("closed", "perhaps"));

    switches.changed("closed", "on");
    switches.removed("rate.7");
    assertThat(switches.texts()).isEqualTo(Map.of("closed", "on"));
    assertThat(switches.invalid()).isEmpty();
  }

  @Test
  void a_value_that_came_before_the_definition_counts() {
    switches.changed("late", "true");
    assertThat(switches.defineBoolean("late", false).get()).isTrue();
  }

  @Test
  void a_key_is_defined_once() {
    switches.defineBoolean("once", true);
    assertThatThrownBy(() -> switches.defineBoolean("once", true))
        .hasMessageContaining("once is defined twice");
  }

  @Test
  void things_of_one_kind_have_a_switch_each_from_when_it_is_set_until_it_is_taken_away() {
    switches.changed("rate.7", "70");
    Supplier<Map<String, Integer>> rates = switches.defineEach("rate", Integer::valueOf);
    switches.changed("rate.8", "80");
    switches.changed("rates", "90");
    assertThat(rates.get()).isEqualTo(Map.of("7", 70, "8", 80));

    switches.changed("rate.7", "many");
    switches.changed("rate.9", "none");
    switches.removed("rate.8");
    assertThat(rates.get()).isEqualTo(Map.of("7", 70));
    assertThat(switches.values()).isEqualTo(Map.of("rate.7", 70));
  }
}
