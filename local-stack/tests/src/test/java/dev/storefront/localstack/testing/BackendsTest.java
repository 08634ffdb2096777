package dev.storefront.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.Backends;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BackendsTest {

  private final Backends backends = TestBackends.shared();

  @ParameterizedTest
  @EnumSource
  void a_server_gives_back_what_it_was_told(Witness witness) throws Exception {
    witness.tell(backends, "hello, " + witness);

    assertThat(witness.ask(backends)).isEqualTo("hello, " + witness);
  }

  @ParameterizedTest
  @EnumSource
  @NotOnSharedServers
  void a_killed_server_comes_back_with_what_it_was_told(Witness witness) throws Exception {
    witness.tell(backends, "remember, " + witness);
    if (witness == Witness.REDIS) {
      // Its file is synced each second; the process alone dies, so that what it wrote is kept.
      assertThat(witness.ask(backends)).isNotEmpty();
    }

    witness.servers().forEach(backends.faults()::kill);
    witness.servers().forEach(backends.faults()::start);

    assertThat(witness.ask(backends)).isEqualTo("remember, " + witness);
  }

  @Test
  void everybody_gets_the_same_servers() {
    assertThat(TestBackends.shared()).isSameAs(backends);
  }
}
