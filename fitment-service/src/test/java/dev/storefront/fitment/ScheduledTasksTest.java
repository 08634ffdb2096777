package dev.storefront.fitment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.ScheduledTaskHolder;

@FitmentServiceTest
class ScheduledTasksTest {

  @Autowired ThreadPoolTaskScheduler scheduler;
  @Autowired List<ScheduledTaskHolder> holders;

  @Test
  void none_of_them_waits_for_another() {
    long tasks = holders.stream().mapToLong(holder -> holder.getScheduledTasks().size()).sum();
    assertThat(tasks).isGreaterThanOrEqualTo(5);
    assertThat(scheduler.getScheduledThreadPoolExecutor().getCorePoolSize())
        .isGreaterThanOrEqualTo((int) tasks);
  }
}
