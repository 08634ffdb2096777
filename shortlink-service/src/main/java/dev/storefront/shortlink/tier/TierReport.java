package dev.storefront.shortlink.tier;

import dev.storefront.shortlink.code.Tier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Adds up what the database says of each tier's ids. */
@Component
class TierReport {

  private static final Duration DAY = Duration.ofDays(1);

  private final JdbcClient jdbc;
  private final TierChoice choice;
  private final Clock clock;

  TierReport(JdbcClient jdbc, TierChoice choice, Clock clock) {
    this.jdbc = jdbc;
    this.choice = choice;
    this.clock = clock;
  }

  /**
   * A tier's ids.
   *
   * @param neverDispatched that were never handed out
   * @param pooled that were, and may be again
   * @param leased of leases that are not over, published or not
   * @param quarantined that nobody seems to visit any more
   * @param dispatchedPerDay that were handed out within the last 24 hours
   * @param daysUntilDry how long the free ones last at that rate; null if none were handed out
   * @param newLinksIn the tier that new links go to which want this one
   */
  record TierIds(
      int tier,
      long total,
      long neverDispatched,
      long pooled,
      long leased,
      long quarantined,
      long dispatchedPerDay,
      @Nullable Double daysUntilDry,
      int newLinksIn) {

    TierIds withNewLinksIn(Tier other) {
      return new TierIds(
          tier,
          total,
          neverDispatched,
          pooled,
          leased,
          quarantined,
          dispatchedPerDay,
          daysUntilDry,
          other.length());
    }
  }

  /** All tiers as they are now, which the choice among them takes notice of. */
  List<TierIds> all() {
    List<TierIds> tiers = Arrays.stream(Tier.values()).map(this::of).toList();
    choice.learn(tiers);
    return tiers.stream()
        .map(ids -> ids.withNewLinksIn(choice.inTurn(Tier.of(ids.tier())).get(0)))
        .toList();
  }

  private TierIds of(Tier tier) {
    Instant now = clock.instant();
    long opened =
        Math.min(
            tier.size(),
            sum("SELECT next_segment FROM tiers WHERE tier = ?", tier.length())
                * Tier.SEGMENT_SIZE);
    String pool =
        "SELECT SUM(last_id - first_id + 1) FROM pool WHERE tier = ? AND available AND fresh = ?";
    long never = tier.size() - opened + sum(pool, tier.length(), true);
    long pooled = sum(pool, tier.length(), false);
    long perDay =
        sum(
            "SELECT SUM(COALESCE(id_count, last_id - first_id + 1)) FROM dispatches WHERE tier = ?"
                + " AND dispatched_on >= ? AND dispatched_at > ? AND part_of IS NULL",
            tier.length(),
            LocalDate.ofInstant(now.minus(DAY), ZoneOffset.UTC),
            now.minus(DAY).toEpochMilli());
    return new TierIds(
        tier.length(),
        tier.size(),
        never,
        pooled,
        sum(
            "SELECT SUM(COALESCE(d.id_count, d.last_id - d.first_id + 1)) FROM leases l"
                + " JOIN dispatches d ON d.epoch = l.epoch"
                + " WHERE l.tier = ? AND l.expires_at > ? AND l.released_at IS NULL"
                + " AND d.part_of IS NULL",
            tier.length(),
            now.toEpochMilli()),
        sum(
            "SELECT SUM(idle_ids) FROM segments WHERE tier = ? AND run_id IS NOT NULL"
                + " AND state = 'QUARANTINE'",
            tier.length()),
        perDay,
        perDay == 0 ? null : Math.floor(10.0 * (never + pooled) / perDay) / 10,
        tier.length());
  }

  private long sum(String sql, Object... params) {
    return jdbc.sql(sql).params(params).query(Long.class).optional().orElse(0L);
  }
}
