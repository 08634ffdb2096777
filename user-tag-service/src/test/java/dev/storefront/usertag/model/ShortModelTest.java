package dev.storefront.usertag.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * One instance and no faults. The long run is {@link TagModelRun}; here, too, {@code
 * -Dmodel.seed=7} makes it another one.
 */
@WithBackends(database = "user_tag", namespace = "model")
class ShortModelTest extends ModelledTags {

  @Autowired MeterRegistry meters;

  @Test
  void all_that_is_said_agrees_with_sets() {
    double before = remembered();
    begin();
    round(Long.getLong("model.seed", 1) * 1_000).play(Duration.ofSeconds(5), () -> {});
    assertThat(questions.violations()).isEmpty();
    assertThat(client.answered()).isGreaterThan(100);
    assertThat(quiet.transitions()).isPositive();
    assertThat(remembered()).as("answers without MySQL").isGreaterThan(before);
  }

  private double remembered() {
    return meters.counter("storefront.usertag.remembered", "result", "held").count();
  }
}
