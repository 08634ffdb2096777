package dev.storefront.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneTest {

  @TempDir Path folder;

  @Test
  void two_at_a_time_have_a_set_of_servers_each() {
    Lane one = Lane.take(folder);
    Lane other = Lane.take(folder);

    assertThat(one.home().root()).isEqualTo(folder.resolve("test-stack"));
    assertThat(other.home().root()).isEqualTo(folder.resolve("test-stack-2"));
    assertThat(ports(other.home()))
        .hasSize(Port.values().length)
        .doesNotContainAnyElementsOf(ports(one.home()));
    one.leave();
    other.leave();
  }

  @Test
  void ports_that_two_have_since_an_earlier_build_are_chosen_anew() throws IOException {
    PortAssignment same = PortAssignment.randomBeside(List.of(), new Random(1));
    same.store(new Home(folder.resolve("test-stack")));
    same.store(new Home(folder.resolve("test-stack-2")));

    Lane one = Lane.take(folder);
    Lane other = Lane.take(folder);

    assertThat(ports(other.home())).doesNotContainAnyElementsOf(ports(one.home()));
    one.leave();
    other.leave();
  }

  @Test
  void one_after_another_has_the_same() {
    Lane one = Lane.take(folder);
    one.leave();

    Lane next = Lane.take(folder);

    assertThat(next.home()).isEqualTo(one.home());
    next.leave();
  }

  private static List<Integer> ports(Home home) {
    PortAssignment ports = PortAssignment.of(home, Map.of());
    return Arrays.stream(Port.values()).map(ports::get).toList();
  }
}
