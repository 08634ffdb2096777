package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.health.BackendUnavailableException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class RedisFaultsTest {

  @Test
  void a_connection_that_a_dying_server_resets_leaves_the_outcome_unknown() {
    RuntimeException seen =
        RedisFaults.translate(
            "redis", new CompletionException(new IOException("Connection reset by peer")));

    assertThat(seen)
        .isInstanceOfSatisfying(
            BackendUnavailableException.class,
            absent -> assertThat(absent.outcomeUnknown()).isTrue());
  }
}
