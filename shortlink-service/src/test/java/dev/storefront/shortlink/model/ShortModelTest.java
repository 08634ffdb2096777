package dev.storefront.shortlink.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/**
 * One instance and no faults but applications that are held up for longer than their leases. The
 * long run is {@link LinkModelRun}; here, too, {@code -Dmodel.seed=7} makes it another one.
 */
@WithBackends(database = "shortlink", namespace = "model")
@TestPropertySource(
    properties = {
      "storefront.shortlink.links.near=1800ms",
      "storefront.shortlink.links.unknown-for=2s",
      "storefront.shortlink.tiers.five.idle-time=5s",
      "storefront.shortlink.recycling.quarantine=1s"
    })
class ShortModelTest extends ModelledLinks {

  @Test
  void every_code_leads_where_its_owner_of_the_moment_has_it_lead() {
    long seed = Long.getLong("model.seed", 1);
    round(seed * 1_000, Duration.ofSeconds(5)).play(() -> {});
    leaseAll();
    assertThat(model.violations()).isEmpty();
    assertThat(model.looks()).isPositive();
    assertThat(model.comeBack()).isPositive();
  }
}
