package dev.storefront.common.scheduling;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Runs {@code @Scheduled} methods on {@code spring.task.scheduling.pool.size} threads, whatever the
 * JDK. Where virtual threads are on, Spring's own choice would run all methods with a fixed delay
 * on a single thread, each waiting for all others.
 */
@AutoConfiguration(before = TaskSchedulingAutoConfiguration.class)
class SchedulingAutoConfiguration {

  @Bean
  @ConditionalOnBean(name = TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME)
  @ConditionalOnMissingBean(TaskScheduler.class)
  ThreadPoolTaskScheduler taskScheduler(ThreadPoolTaskSchedulerBuilder builder) {
    return builder.build();
  }
}
