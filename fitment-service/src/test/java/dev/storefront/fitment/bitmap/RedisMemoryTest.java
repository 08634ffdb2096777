package dev.storefront.fitment.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisMemoryTest {

  @ParameterizedTest
  @CsvSource({
    "1, 8",
    "8, 8",
    "9, 16",
    "64, 64",
    "65, 80",
    "80, 80",
    "81, 96",
    "129, 160",
    "4097, 5120",
    "6144, 6144",
    "6258, 7168",
    "16374, 16384",
    "16385, 20480"
  })
  void sizes_are_rounded_up_to_jemallocs_classes(int bytes, long allocated) {
    assertThat(RedisMemory.allocated(bytes)).isEqualTo(allocated);
  }
}
