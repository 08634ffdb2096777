package dev.storefront.usertag.audit;

import dev.storefront.usertag.lease.WorkLeases;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Forgets changes that are too old, or too many. */
@Component
class AuditRetention {

  private static final Logger log = LoggerFactory.getLogger(AuditRetention.class);

  private final AuditTrail trail;
  private final WorkLeases leases;
  private final AuditProperties properties;
  private final Clock clock;

  AuditRetention(AuditTrail trail, WorkLeases leases, AuditProperties properties, Clock clock) {
    this.trail = trail;
    this.leases = leases;
    this.properties = properties;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void sweep() {
    try {
      boolean isMore = true;
      while (isMore && leases.take("audit")) {
        isMore = trail.forgetSome(clock.instant().minus(properties.kept()), properties.most());
      }
    } catch (RuntimeException e) {
      log.warn("Old changes are forgotten in the next round: {}", e.toString());
    }
  }
}
