package dev.storefront.common.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

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

  @Configuration(proxyBeanMethods = false)
  @EnableScheduling
  static class Scheduled {}
}
