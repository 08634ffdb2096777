package dev.storefront.shortlink.redirect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.database.Retention;
import dev.storefront.common.degradation.Guard;
import dev.storefront.shortlink.link.StoredLink;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts the visits of links that have a limit, in the database: exact whoever else comes, and
 * whatever Redis forgets.
 */
@Component
class LimitedVisits {

  /** As long as cold storage keeps a link, from the last visit or the link's end. */
  private static final Duration KEPT = Duration.ofDays(3660);

  /** Rows an hour. */
  private static final long MOST_FORGOTTEN = 10_000_000;

  /** Half of the connections. */
  private static final int CALLERS = 8;

  /** Visits of one link take turns at its row, each with a write to the disk. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int MOST_USED_UP = 10_000;

  private final JdbcClient jdbc;
  private final Clock clock;
  private final Guard guard;

  /** Visits are never given back, so that no more are left of these. */
  private final Cache<Limit, Boolean> usedUp =
      Caffeine.newBuilder()
          .maximumSize(MOST_USED_UP)
          .expireAfterWrite(10, TimeUnit.MINUTES)
          .build();

  LimitedVisits(
      JdbcClient jdbc, Clock clock, CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads) {
    this.jdbc = jdbc;
    this.clock = clock;
    guard = new Guard(breakers, bulkheads, "limited-visits", CALLERS, PATIENCE);
  }

  /** So many visits of one generation of a code. */
  private record Limit(String code, int generation, int most) {}

  /**
   * Takes one of the link's visits; false if they are used up.
   *
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} for who is not let
   *     wait for the database
   */
  boolean take(String code, StoredLink link, int most) {
    return unlessUsedUp(code, link, most, () -> takeNow(code, link, most));
  }

  private boolean unlessUsedUp(String code, StoredLink link, int most, Supplier<Boolean> question) {
    Limit limit = new Limit(code, link.generation(), most);
    if (usedUp.getIfPresent(limit) != null) {
      return false;
    }
    boolean left = guard.answer(question);
    if (!left) {
      usedUp.put(limit, true);
    }
    return left;
  }

  private boolean takeNow(String code, StoredLink link, int most) {
    if (takeOfRow(code, link, most)) {
      return true;
    }
    jdbc.sql(
            "INSERT IGNORE INTO limited_visits (code, generation, visits, visited_at)"
                + " VALUES (?, ?, 0, ?)")
        .params(code, link.generation(), lastUse(link))
        .update();
    // The row is there now, of this visit or of another that was the first.
    return takeOfRow(code, link, most);
  }

  /** True if a visit is left; otherwise as {@link #take}. */
  boolean isLeft(String code, StoredLink link, int most) {
    return unlessUsedUp(code, link, most, () -> taken(code, link) < most);
  }

  private int taken(String code, StoredLink link) {
    return jdbc.sql("SELECT visits FROM limited_visits WHERE code = ? AND generation = ?")
        .params(code, link.generation())
        .query(Integer.class)
        .optional()
        .orElse(0);
  }

  private boolean takeOfRow(String code, StoredLink link, int most) {
    return jdbc.sql(
                "UPDATE limited_visits SET visits = visits + 1, visited_at = ?"
                    + " WHERE code = ? AND generation = ? AND visits < ?")
            .params(lastUse(link), code, link.generation(), most)
            .update()
        > 0;
  }

  /** This visit, or a time ahead until which the link may be visited in any case. */
  private long lastUse(StoredLink link) {
    Instant end = link.expiresAt();
    return Math.max(clock.millis(), end == null ? 0 : end.toEpochMilli());
  }

  /** Forgets links that nobody can visit any more. */
  @Scheduled(fixedDelayString = "1h", initialDelayString = "10m")
  void forget() {
    long first = clock.instant().minus(KEPT).toEpochMilli();
    Retention.forget(
        jdbc, MOST_FORGOTTEN, "DELETE FROM limited_visits WHERE visited_at < ?", first);
  }
}
