package dev.storefront.usertag.standing;

import dev.storefront.usertag.audience.AudienceSearch;
import dev.storefront.usertag.lease.WorkLeases;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Counts audiences when an hour has begun, and those that are new or changed: one instance does,
 * one after the other.
 */
@Component
class AudienceCounting {

  private final AudienceTable table;
  private final AudienceCounts counts;
  private final AudienceSearch search;
  private final WorkLeases leases;
  private final TransactionOperations transaction;
  private final Clock clock;

  AudienceCounting(
      AudienceTable table,
      AudienceCounts counts,
      AudienceSearch search,
      WorkLeases leases,
      TransactionOperations transaction,
      Clock clock) {
    this.table = table;
    this.counts = counts;
    this.search = search;
    this.leases = leases;
    this.transaction = transaction;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void round() {
    if (due().isPresent()) {
      leases.work("audience-counts", this::step);
      counts.forgetBefore(clock.instant().minus(AudienceCounts.KEPT));
    }
  }

  private Optional<StandingAudience> due() {
    return table.countedBefore(hourOf(clock.instant()).toEpochMilli());
  }

  private static Instant hourOf(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS);
  }

  /** Returns whether there may be more to count. */
  private boolean step() {
    Optional<StandingAudience> due = due();
    due.ifPresent(this::count);
    return due.isPresent();
  }

  private void count(StandingAudience audience) {
    Instant now = clock.instant();
    OptionalLong users = search.countIfTagsExist(audience.expression());
    transaction.executeWithoutResult(
        status -> {
          if (users.isEmpty()) {
            table.notCounted(audience, now.toEpochMilli());
          } else if (table.counted(audience, users.getAsLong(), now.toEpochMilli())) {
            counts.add(audience.id(), hourOf(now), now, users.getAsLong());
          }
        });
  }
}
