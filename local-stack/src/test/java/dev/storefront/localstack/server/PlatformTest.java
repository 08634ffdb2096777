package dev.storefront.localstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformTest {

  @Test
  void names_are_those_of_the_binaries() {
    assertThat(Platform.of("Linux", "amd64").redisResource())
        .isEqualTo("redis-server-7.0.15-linux-amd64");
    assertThat(Platform.of("Mac OS X", "aarch64").redisResource())
        .isEqualTo("redis-server-7.0.15-darwin-arm64");
    assertThat(Platform.of("Mac OS X", "aarch64").mariaDbResource()).endsWith("/osx");
    assertThat(Platform.of("Linux", "x86_64").mariaDbResource()).endsWith("/linux");
  }

  @Test
  void a_machine_without_a_binary_is_told_what_to_do(@TempDir Path folder) {
    Binaries binaries = new Binaries(folder, Platform.of("Plan 9", "mips"));

    assertThatIllegalStateException()
        .isThrownBy(binaries::redis)
        .withMessageContaining("no embedded Redis for plan 9-mips")
        .withMessageContaining("docker compose up");
    assertThatIllegalStateException()
        .isThrownBy(binaries::mariaDb)
        .withMessageContaining("no embedded MariaDB");
  }

  @Test
  void a_binary_is_unpacked_once_and_can_be_run(@TempDir Path folder) throws IOException {
    Binaries binaries = new Binaries(folder, Platform.current());

    Path program = binaries.redis();

    assertThat(program).isExecutable();
    Files.writeString(program, "kept");
    assertThat(binaries.redis()).hasContent("kept");
  }
}
