package dev.storefront.common.scheduling;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
 * on a single thread, each waiting for all others. What fails is logged, and comes again after its
 * delay: rounds need not catch anything for that.
 */
@AutoConfiguration(before = TaskSchedulingAutoConfiguration.class)
class SchedulingAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(SchedulingAutoConfiguration.class);

  @Bean
  @ConditionalOnBean(name = TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME)
  @ConditionalOnMissingBean(TaskScheduler.class)
  ThreadPoolTaskScheduler taskScheduler(ThreadPoolTaskSchedulerBuilder builder) {
    ThreadPoolTaskScheduler scheduler = builder.build();
    scheduler.setErrorHandler(SchedulingAutoConfiguration::goesOn);
    return scheduler;
  }

  /** Of a server that is away each round says so, in a line; of a bug all is said. */
  private static void goesOn(Throwable fault) {
    if (isBug(fault)) {
      log.error("A round ended before its end", fault);
    } else {
      log.warn("What {} was at goes on in its next round: {}", whose(fault), fault.toString());
    }
  }

  private static boolean isBug(Throwable fault) {
    return fault instanceof Error
        || fault instanceof NullPointerException
        || fault instanceof ClassCastException
        || fault instanceof IndexOutOfBoundsException
        || fault instanceof IllegalArgumentException;
  }

  /** The one of our classes that was called first; a refusal does not say. */
  private static String whose(Throwable fault) {
    return Arrays.stream(fault.getStackTrace())
        .map(StackTraceElement::getClassName)
        .filter(name -> name.startsWith("dev.storefront."))
        .reduce("somebody", (inner, outer) -> outer);
  }
}
