package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.health.BackendUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist",
        "NOREPLICAS Not enough good replicas to write.",
        "MOVED 3999 127.0.0.1:6381",
        "ASK 3999 127.0.0.1:6381",
        "OOM command not allowed when used memory > 'maxmemory'."
      })
  void a_server_that_refuses_for_now_or_redirects_too_often_is_away_and_has_done_nothing(
      String reply) {
    RuntimeException seen =
        RedisFaults.translate("redis", new RedisCommandExecutionException(reply));

    assertThat(seen)
        .isInstanceOfSatisfying(
            BackendUnavailableException.class,
            absent -> assertThat(absent.outcomeUnknown()).isFalse());
  }
}
