package dev.storefront.shortlink.tier;

import dev.storefront.shortlink.code.Tier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How many ids of a tier were handed out and are free. They may be millions of ranges: so many at a
 * time are counted, for no statement may take long, and a sum of more than that is kept for
 * minutes.
 */
@Component
class PooledIds {

  /** Found in an index alone. */
  static final String COUNT =
      "SELECT COUNT(*) AS counted, COALESCE(SUM(ids), 0) AS ids, COALESCE(MAX(id), 0) AS last_row"
          + " FROM (SELECT id, last_id - first_id + 1 AS ids FROM pool FORCE INDEX (by_turn)"
          + " WHERE tier = ? AND available = TRUE AND fresh = FALSE AND id > ?"
          + " ORDER BY id LIMIT ?) AS part";

  /** Takes MySQL about a tenth of a second. */
  private static final int AT_A_TIME = 50_000;

  /** For less than what lies between two forecasts: each counts anew. */
  static final Duration KEPT = Duration.ofMinutes(4);

  private final JdbcClient jdbc;
  private final Clock clock;
  private final int atATime;
  private final Map<Tier, Sum> kept = new ConcurrentHashMap<>();

  @Autowired
  PooledIds(JdbcClient jdbc, Clock clock) {
    this(jdbc, clock, AT_A_TIME);
  }

  PooledIds(JdbcClient jdbc, Clock clock, int atATime) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.atATime = atATime;
  }

  private record Sum(long ids, Instant countedAt) {}

  private record Part(int ranges, long ids, long lastRow) {}

  /** As they are now; where they are in many ranges, as they were within the last minutes. */
  long of(Tier tier) {
    Instant now = clock.instant();
    Sum last = kept.get(tier);
    return last != null && now.isBefore(last.countedAt().plus(KEPT))
        ? last.ids()
        : count(tier, now);
  }

  private long count(Tier tier, Instant now) {
    Part part = part(tier, 0);
    if (part.ranges() < atATime) {
      kept.remove(tier);
      return part.ids();
    }
    long ids = part.ids();
    while (part.ranges() == atATime) {
      part = part(tier, part.lastRow());
      ids += part.ids();
    }
    kept.put(tier, new Sum(ids, now));
    return ids;
  }

  private Part part(Tier tier, long after) {
    return jdbc.sql(COUNT)
        .params(tier.length(), after, atATime)
        .query(
            (row, n) ->
                new Part(row.getInt("counted"), row.getLong("ids"), row.getLong("last_row")))
        .single();
  }
}
