package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.config.ScheduledTaskHolder;

class ScheduledTasksTest extends ShortLinkTest {

  @Autowired private List<ScheduledTaskHolder> tasks;

  @Value("${spring.task.scheduling.pool.size}")
  private int threads;

  @Test
  void there_is_a_thread_for_each_task() {
    assertThat(tasks.stream().mapToInt(holder -> holder.getScheduledTasks().size()).sum())
        .isEqualTo(threads);
  }
}
