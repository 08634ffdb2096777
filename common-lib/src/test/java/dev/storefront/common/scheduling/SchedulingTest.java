package dev.storefront.common.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

@ExtendWith(OutputCaptureExtension.class)
class SchedulingTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TaskSchedulingAutoConfiguration.class, SchedulingAutoConfiguration.class))
          .withPropertyValues(
              "spring.threads.virtual.enabled=true", "spring.task.scheduling.pool.size=3");

  /** From JDK 21 on; before, Spring's own choice is the same. */
  @Test
  void the_pool_has_its_size_also_where_virtual_threads_are_on() {
    runner
        .withUserConfiguration(Scheduled.class)
        .run(
            context ->
                assertThat(
                        context
                            .getBean(ThreadPoolTaskScheduler.class)
                            .getScheduledThreadPoolExecutor()
                            .getCorePoolSize())
                    .isEqualTo(3));
  }

  @Test
  void a_service_that_schedules_nothing_has_none() {
    runner.run(context -> assertThat(context).doesNotHaveBean(TaskScheduler.class));
  }

  @Test
  void what_fails_in_a_round_is_logged_and_comes_again(CapturedOutput output) {
    runner
        .withUserConfiguration(Scheduled.class, Failing.class)
        .run(
            context -> {
              await()
                  .atMost(Duration.ofMinutes(1))
                  .until(() -> context.getBean(Failing.class).rounds.get() > 3);
              assertThat(output.getOut())
                  .contains("Failing was at goes on in its next round: java.lang.IllegalState");
            });
  }

  static class Failing {

    final AtomicInteger rounds = new AtomicInteger();

    @org.springframework.scheduling.annotation.Scheduled(fixedDelay = 1)
    void round() {
      rounds.incrementAndGet();
      throw new IllegalStateException("A server is away");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableScheduling
  static class Scheduled {}
}
