package dev.storefront.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneTest {

  @TempDir Path folder;

  @Test
  void two_at_a_time_have_a_set_of_servers_each() {
    Lane one = Lane.take(folder.resolve("test-stack"));
    Lane other = Lane.take(folder.resolve("test-stack"));

    assertThat(one.home().root()).isEqualTo(folder.resolve("test-stack"));
    assertThat(other.home().root()).isEqualTo(folder.resolve("test-stack-2"));
    one.leave();
    other.leave();
  }

  @Test
  void one_after_another_has_the_same() {
    Lane one = Lane.take(folder.resolve("test-stack"));
    one.leave();

    Lane next = Lane.take(folder.resolve("test-stack"));

    assertThat(next.home()).isEqualTo(one.home());
    next.leave();
  }
}
