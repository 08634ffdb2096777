package dev.storefront.usertag.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * As {@link ShortModelTest}, with imports of so many users of a segment that Redis is changed by
 * parts of it, as by real ones, while others change users of that segment one by one.
 */
@Tag("proof")
@WithBackends(database = "user_tag", namespace = "large")
@TestPropertySource(properties = "storefront.usertag.segment-bits=2048")
class LargeImportsModelTest extends ModelledTags {

  @Autowired MeterRegistry meters;

  @Override
  int usersOfFiles() {
    return 500;
  }

  @Test
  void what_is_changed_by_parts_agrees_with_sets() {
    begin();
    round(Long.getLong("model.seed", 2) * 1_000).play(Duration.ofSeconds(5), () -> {});
    assertThat(questions.violations()).isEmpty();
    assertThat(quiet.transitions()).isPositive();
    assertThat(ScriptCalls.of(meters, "usertag/writePart")).isPositive();
  }
}
