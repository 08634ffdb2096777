package dev.storefront.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessIdentityTest {

  @Test
  void a_process_is_known_by_its_start() {
    assertThat(ProcessIdentity.startMarkIn(stat("S", 4))).contains("4711");
  }

  @Test
  void a_dead_process_that_waits_to_be_reaped_is_none() {
    assertThat(ProcessIdentity.startMarkIn(stat("Z", 1))).isEmpty();
  }

  @Test
  void a_process_lives_while_one_of_its_threads_holds_its_ports_and_files() {
    assertThat(ProcessIdentity.startMarkIn(stat("Z", 2))).contains("4711");
  }

  @Test
  void this_one_lives() {
    assertThat(ProcessIdentity.of(ProcessHandle.current().pid()))
        .get()
        .matches(ProcessIdentity::alive);
  }

  private static String stat(String state, int threads) {
    return "77 (redis (a) 1) %s 1 77 77 0 -1 4194560 0 0 0 0 1 2 3 4 20 0 %d 0 4711 9 9"
        .formatted(state, threads);
  }
}
