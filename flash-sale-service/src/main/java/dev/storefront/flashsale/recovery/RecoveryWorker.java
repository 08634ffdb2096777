package dev.storefront.flashsale.recovery;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.recovery.Recovery.Wait;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Works on recoveries, pass by pass over their promotions, so that none waits for another. How far
 * each is stands in MySQL: when an instance dies, its lease runs out and another goes on.
 */
@Component
class RecoveryWorker {

  private static final Logger log = LoggerFactory.getLogger(RecoveryWorker.class);
  private static final int PAGE = 200;

  private final RecoveryTable table;
  private final RecoverySteps steps;
  private final String owner = UUID.randomUUID().toString();

  RecoveryWorker(RecoveryTable table, RecoverySteps steps) {
    this.table = table;
    this.steps = steps;
  }

  @Scheduled(fixedDelay = 200)
  void work() {
    try {
      table.ownedBy(owner).forEach(this::work);
      table.claim(owner).ifPresent(this::work);
    } catch (RuntimeException e) {
      log.warn("Recoveries wait: {}", e.toString());
    }
  }

  /** What goes wrong with one does not keep the others waiting. */
  private void work(Recovery recovery) {
    try {
      pass(recovery);
    } catch (RuntimeException e) {
      log.warn("Recovery {} goes on later: {}", recovery.id(), e.toString());
    }
  }

  private void pass(Recovery recovery) {
    RecoveryLease lease = new RecoveryLease(table, recovery, owner);
    lease.renew();
    long after = 0;
    List<RecoveryPromotion> page = table.unfinished(recovery.id(), after, PAGE);
    while (!page.isEmpty()) {
      for (RecoveryPromotion promotion : page) {
        lease.waitsFor(advance(lease, promotion));
      }
      after = page.get(page.size() - 1).promotionId();
      page = table.unfinished(recovery.id(), after, PAGE);
    }
    lease.passed();
  }

  private @Nullable Wait advance(RecoveryLease lease, RecoveryPromotion promotion) {
    try {
      return steps.advance(lease, promotion);
    } catch (RebuildVoidException e) {
      log.warn("Promotion {} is rebuilt again: {}", promotion.promotionId(), e.code());
      steps.again(lease, promotion);
      return null;
    } catch (BackendUnavailableException e) {
      log.warn("Promotion {} is rebuilt later: {}", promotion.promotionId(), e.toString());
      return e.backend().equals("kafka") ? Wait.KAFKA : Wait.REDIS;
    } catch (RedisCommandExecutionException e) {
      log.error("Promotion {} cannot be rebuilt", promotion.promotionId(), e);
      steps.fail(lease, promotion, "Redis refused a script");
      return null;
    }
  }
}
