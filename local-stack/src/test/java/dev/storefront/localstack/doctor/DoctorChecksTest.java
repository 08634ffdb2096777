package dev.storefront.localstack.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.doctor.Finding.Weight;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class DoctorChecksTest {

  private static final long MIB = 1L << 20;

  @Test
  void an_old_jdk_stops_and_a_jre_warns() {
    assertThat(MachineChecks.jdk(11, true).weight()).isEqualTo(Weight.ERROR);
    assertThat(MachineChecks.jdk(17, false).weight()).isEqualTo(Weight.WARNING);
    assertThat(MachineChecks.jdk(25, true).weight()).isEqualTo(Weight.OK);
  }

  @Test
  void little_memory_warns_and_too_little_stops() {
    assertThat(MachineChecks.memory(5_000 * MIB, true, false).weight()).isEqualTo(Weight.OK);
    assertThat(MachineChecks.memory(3_000 * MIB, true, false).weight()).isEqualTo(Weight.WARNING);
    assertThat(MachineChecks.memory(1_000 * MIB, true, false).weight()).isEqualTo(Weight.ERROR);
  }

  @Test
  void who_does_not_know_what_caches_would_give_back_stops_nobody() {
    assertThat(MachineChecks.memory(60 * MIB, false, false).weight()).isEqualTo(Weight.WARNING);
  }

  @Test
  void a_stack_that_runs_already_has_its_memory() {
    assertThat(MachineChecks.memory(1_000 * MIB, true, true).weight()).isEqualTo(Weight.OK);
  }

  @Test
  void a_full_disk_stops_and_says_how_to_use_another() {
    Finding finding = MachineChecks.disk(100 * MIB, Path.of("/stack"));

    assertThat(finding.weight()).isEqualTo(Weight.ERROR);
    assertThat(finding.advice()).contains("STOREFRONT_HOME");
  }

  @Test
  void a_missing_library_is_named() {
    Finding finding =
        DatabaseLibraries.of(
            List.of(
                "\tlibcrypt.so.1 => not found",
                "\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f0000000000)"));

    assertThat(finding.weight()).isEqualTo(Weight.ERROR);
    assertThat(finding.text()).contains("libcrypt.so.1").doesNotContain("libm");
  }

  @Test
  void a_listening_socket_is_found_in_the_kernels_table() {
    List<String> table =
        List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0  0 4711 1",
            "   1: 0100007F:1F90 0100007F:A000 01 00000000:00000000 00:00000000 00000000  0  0 4712 1");

    assertThat(Occupant.listeningInodes(table, 8080)).containsExactly("4711");
    assertThat(Occupant.listeningInodes(table, 8081)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_occupant_of_a_port_is_named_by_process_and_command() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(Occupant.of(socket.getLocalPort()))
          .contains("process " + ProcessHandle.current().pid())
          .contains("java");
    }
  }
}
