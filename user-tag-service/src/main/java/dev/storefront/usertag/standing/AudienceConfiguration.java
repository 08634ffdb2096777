package dev.storefront.usertag.standing;

import dev.storefront.common.outbox.Outbox;
import dev.storefront.common.outbox.OutboxFactory;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AudienceConfiguration {

  private static final int BACKFILLS_AT_A_TIME = 2;
  private static final int MOST_BACKFILLS_OPEN = 100;

  @Bean
  Runs<Backfill, Backfilled> audienceBackfills(RunFactory runs, BackfillTask task) {
    return runs.runs(
        new RunKind<>(
            "audience-backfill",
            Backfill.class,
            Backfilled.NONE,
            BACKFILLS_AT_A_TIME,
            MOST_BACKFILLS_OPEN,
            0),
        task);
  }

  @Bean
  Outbox outbox(OutboxFactory outboxes) {
    return outboxes.outbox();
  }
}
