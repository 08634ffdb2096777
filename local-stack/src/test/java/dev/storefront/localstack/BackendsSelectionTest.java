package dev.storefront.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class BackendsSelectionTest {

  @Test
  void nothing_said_means_embedded() {
    assertThat(BackendsSelection.of("")).isEqualTo(BackendsSelection.EMBEDDED);
    assertThat(BackendsSelection.of(" ")).isEqualTo(BackendsSelection.EMBEDDED);
  }

  @Test
  void each_kind_is_chosen_by_its_name() {
    assertThat(BackendsSelection.of("embedded")).isEqualTo(BackendsSelection.EMBEDDED);
    assertThat(BackendsSelection.of("testcontainers")).isEqualTo(BackendsSelection.TESTCONTAINERS);
  }

  @Test
  void an_unknown_kind_is_refused_with_those_there_are() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackendsSelection.of("docker"))
        .withMessageContaining("-Dbackends=docker")
        .withMessageContaining("[embedded, testcontainers]");
  }
}
