package dev.storefront.common.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class UseCasesTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(AopAutoConfiguration.class, UseCasesAutoConfiguration.class))
          .withUserConfiguration(Timing.class);

  @Test
  void a_use_case_is_timed_under_its_name() {
    runner.run(
        context -> {
          assertThat(context.getBean(UseCases.class).greet("Ada")).isEqualTo("Hello Ada");
          assertThat(calls(context.getBean(MeterRegistry.class), "none")).isEqualTo(1);
        });
  }

  @Test
  void one_that_fails_is_timed_apart_and_fails_as_it_did() {
    runner.run(
        context -> {
          assertThatIllegalStateException()
              .isThrownBy(() -> context.getBean(UseCases.class).greet(""))
              .withMessage("nobody");
          assertThat(calls(context.getBean(MeterRegistry.class), "IllegalStateException"))
              .isEqualTo(1);
        });
  }

  private static long calls(MeterRegistry meters, String exception) {
    return meters
        .get("storefront.usecase")
        .tags("name", "greet", "exception", exception)
        .timer()
        .count();
  }

  static class UseCases {

    @UseCase("greet")
    String greet(String name) {
      if (name.isEmpty()) {
        throw new IllegalStateException("nobody");
      }
      return "Hello " + name;
    }
  }

  @Configuration
  static class Timing {

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    UseCases useCases() {
      return new UseCases();
    }
  }
}
