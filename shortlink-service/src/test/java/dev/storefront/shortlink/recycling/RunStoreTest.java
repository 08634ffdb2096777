package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.recycling.RunStore.Claim;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

@WithBackends(database = "shortlink", namespace = "recycling")
@TestPropertySource(properties = "storefront.shortlink.recycling.quarantine=1500ms")
class RunStoreTest extends ShortLinkTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Autowired RunStore runs;
  @Autowired JdbcClient jdbc;
  @Autowired Clock clock;

  @Test
  void a_page_counts_once_whoever_comes_with_it_again() {
    Claim claim = checking("first");
    assertThat(runs.addLive(claim, 0, 500, 7)).isTrue();
    assertThat(runs.addLive(claim, 0, 500, 7)).isFalse();
    assertThat(runs.addLive(claim, 500, 900, 1)).isTrue();
    Run run = runs.find(claim.runId()).orElseThrow();
    assertThat(run.live()).isEqualTo(8);
    assertThat(run.segmentsChecked()).isEqualTo(8);
    assertThat(run.nextSegment()).isEqualTo(900);
    finish(claim);
  }

  @Test
  void who_lost_the_run_to_another_changes_nothing() {
    Claim first = checking("first");
    Claim second = new Claim(first.runId(), "second");
    assertThat(runs.claim(second, clock.instant(), MINUTE)).isFalse();
    assertThat(runs.claim(second, clock.instant().plus(MINUTE).plus(MINUTE), MINUTE)).isTrue();

    assertThat(runs.claim(first, clock.instant(), MINUTE)).isFalse();
    assertThat(runs.addIdle(first)).isFalse();
    assertThat(runs.addLive(first, 0, 500, 7)).isFalse();
    assertThat(runs.quarantine(first, clock.instant())).isFalse();
    assertThat(runs.finish(first, Run.State.DONE, null, clock.instant())).isFalse();
    assertThat(runs.addIdle(second)).isTrue();
    assertThat(runs.find(first.runId()).orElseThrow().idle()).isEqualTo(1);
    finish(second);
  }

  /** A run that no worker takes from us: it is claimed from its first moment on. */
  private Claim checking(String worker) {
    Claim claim = new Claim(unique(), worker);
    jdbc.sql(
            "INSERT INTO recycling_runs (id, tier, state, created_at, worker, claimed_until)"
                + " VALUES (?, 7, 'CHECKING', 0, ?, ?)")
        .params(claim.runId(), worker, clock.instant().plus(MINUTE).toEpochMilli())
        .update();
    return claim;
  }

  private void finish(Claim claim) {
    assertThat(runs.finish(claim, Run.State.DONE, null, clock.instant())).isTrue();
  }
}
