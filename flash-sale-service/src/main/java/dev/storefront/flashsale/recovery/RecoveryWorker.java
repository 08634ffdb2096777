package dev.storefront.flashsale.recovery;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Works on recoveries, pass by pass over their promotions: a few are advanced at once, in turn, and
 * neither the others nor the leases wait for them. How far each is stands in MySQL: when an
 * instance dies, its lease runs out and another goes on.
 */
@Component
class RecoveryWorker implements DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(RecoveryWorker.class);
  private static final int PAGE = 200;
  private static final int AT_ONCE = 4;

  private final RecoveryTable table;
  private final RecoverySteps steps;
  private final String owner = UUID.randomUUID().toString();

  /** By recovery. */
  private final Map<Long, RecoveryLease> leases = new HashMap<>();

  /** Promotions that are being advanced or are next: each stands in the workers' queue once. */
  private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

  private final ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);

  RecoveryWorker(RecoveryTable table, RecoverySteps steps) {
    this.table = table;
    this.steps = steps;
  }

  /** Never waits for a promotion, and so renews every lease in time. */
  @Scheduled(fixedDelay = 200)
  void work() {
    try {
      List<Recovery> owned = table.ownedBy(owner);
      leases.keySet().retainAll(owned.stream().map(Recovery::id).collect(Collectors.toSet()));
      owned.forEach(this::work);
      table.claim(owner).ifPresent(this::work);
    } catch (RuntimeException e) {
      log.warn("Recoveries wait: {}", e.toString());
    }
  }

  /** What goes wrong with one does not keep the others waiting. */
  private void work(Recovery recovery) {
    try {
      RecoveryLease lease = leaseOf(recovery);
      lease.renewIfDue();
      pass(lease);
    } catch (RuntimeException e) {
      log.warn("Recovery {} goes on later: {}", recovery.id(), e.toString());
    }
  }

  /** Another one if it was lost and claimed again meanwhile. */
  private RecoveryLease leaseOf(Recovery recovery) {
    RecoveryLease known = leases.get(recovery.id());
    if (known != null && known.recovery().fence() == recovery.fence()) {
      return known;
    }
    RecoveryLease lease = new RecoveryLease(table, recovery, owner);
    leases.put(recovery.id(), lease);
    return lease;
  }

  private void pass(RecoveryLease lease) {
    // In this order: what was not under way before it is read, is read as its last step left it.
    Set<Long> busy = new HashSet<>(underWay);
    long after = 0;
    List<RecoveryPromotion> page = table.unfinished(lease.recovery().id(), after, PAGE);
    while (!page.isEmpty()) {
      page.stream()
          .filter(promotion -> !busy.contains(promotion.promotionId()))
          .forEach(promotion -> advanceIfDue(lease, promotion));
      after = page.get(page.size() - 1).promotionId();
      page = table.unfinished(lease.recovery().id(), after, PAGE);
    }
  }

  private void advanceIfDue(RecoveryLease lease, RecoveryPromotion promotion) {
    if (steps.isDue(promotion)) {
      underWay.add(promotion.promotionId());
      workers.execute(() -> advance(lease, promotion));
    }
  }

  private void advance(RecoveryLease lease, RecoveryPromotion promotion) {
    try {
      lease.waitsFor(promotion.promotionId(), steps.advance(lease, promotion));
    } catch (RuntimeException e) {
      log.warn("Promotion {} is rebuilt later: {}", promotion.promotionId(), e.toString());
    } finally {
      underWay.remove(promotion.promotionId());
    }
  }

  @Override
  public void destroy() {
    workers.shutdownNow();
  }
}
