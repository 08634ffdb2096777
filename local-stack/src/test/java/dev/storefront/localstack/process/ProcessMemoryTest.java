package dev.storefront.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

  @Test
  void the_limit_is_read_from_the_command() {
    assertThat(ProcessMemory.limit(List.of("java", "-Xmx224m", "-jar", "a.jar")))
        .isEqualTo("heap 224 MiB");
    assertThat(ProcessMemory.limit(List.of("redis-server", "--maxmemory", "256mb")))
        .isEqualTo("data 256 MiB");
    assertThat(ProcessMemory.limit(List.of("mariadbd", "--innodb-buffer-pool-size=64M")))
        .isEqualTo("buffer 64 MiB");
    assertThat(ProcessMemory.limit(List.of("sleep", "1"))).isEmpty();
  }

  @Test
  void this_process_takes_memory_and_a_dead_one_none() {
    assertThat(ProcessMemory.residentMiB(ProcessHandle.current().pid())).isPositive();
    assertThat(ProcessMemory.residentMiB(Integer.MAX_VALUE)).isZero();
  }
}
