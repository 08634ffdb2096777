package dev.storefront.usertag.audit;

import dev.storefront.usertag.lease.WorkLeases;
import java.time.Clock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Forgets changes that are too old, or too many. */
@Component
class AuditRetention {

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
    leases.work(
        "audit",
        () -> trail.forgetSome(clock.instant().minus(properties.kept()), properties.most()));
  }
}
