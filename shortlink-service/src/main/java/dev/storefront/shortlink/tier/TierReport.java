package dev.storefront.shortlink.tier;

import dev.storefront.shortlink.code.Tier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Adds up what the database says of each tier's ids. */
@Component
class TierReport {

  private static final Duration DAY = Duration.ofDays(1);

  /** Few: what is left of a segment goes before another one is opened. */
  static final String FRESH =
      "SELECT SUM(last_id - first_id + 1) FROM pool FORCE INDEX (by_turn)"
          + " WHERE tier = ? AND available = TRUE AND fresh = TRUE";

  /** Hundreds of thousands a day, found in an index alone. */
  static final String DISPATCHED =
      "SELECT SUM(COALESCE(id_count, last_id - first_id + 1))"
          + " FROM dispatches FORCE INDEX (by_time)"
          + " WHERE tier = ? AND part_of IS NULL AND dispatched_at > ?";

  private final JdbcClient jdbc;
  private final PooledIds pool;
  private final TierChoice choice;
  private final Clock clock;

  TierReport(JdbcClient jdbc, PooledIds pool, TierChoice choice, Clock clock) {
    this.jdbc = jdbc;
    this.pool = pool;
    this.choice = choice;
    this.clock = clock;
  }

  /**
   * A tier's ids.
   *
   * @param neverDispatched that were never handed out
   * @param pooled that were, and may be again; {@link PooledIds} says as of when
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
    long never = tier.size() - opened + sum(FRESH, tier.length());
    long pooled = pool.of(tier);
    long perDay = sum(DISPATCHED, tier.length(), now.minus(DAY).toEpochMilli());
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
