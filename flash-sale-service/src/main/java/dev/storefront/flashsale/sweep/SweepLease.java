package dev.storefront.flashsale.sweep;

import static dev.storefront.common.database.DatabaseClock.NOW;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * One instance's right to look at all promotions, for all instances: what is found by looking is
 * found once. It saves work only; who sweeps without it, because it stood still, does no harm.
 * Another may have swept in between even if this instance never heard of it: {@link #term} tells.
 * MySQL's own count of the turns does not suffice for that: it falls back with MySQL.
 */
@Component
public class SweepLease implements DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(SweepLease.class);
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration RENEWED_AFTER = Duration.ofSeconds(2);

  private final String owner = UUID.randomUUID().toString();
  private final JdbcTemplate jdbc;
  private final LongSupplier nanoTime;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile boolean held;
  private volatile long term;
  private volatile long askedAt;

  /** MySQL's number of the turn, as this instance heard it last. Of who is asking. */
  private long storedTerm;

  @Autowired
  SweepLease(JdbcTemplate jdbc) {
    this(jdbc, System::nanoTime);
  }

  SweepLease(JdbcTemplate jdbc, LongSupplier nanoTime) {
    this.jdbc = jdbc;
    this.nanoTime = nanoTime;
    askedAt = nanoTime.getAsLong() - LEASE.toNanos();
  }

  /**
   * True if this instance is to sweep now. Who comes while another asks MySQL does not wait: what
   * was said last counts until the lease is over.
   *
   * @throws DataAccessException if MySQL does not say
   */
  public boolean isMine() {
    if (age() >= RENEWED_AFTER.toNanos() && asking.compareAndSet(false, true)) {
      try {
        ask();
      } finally {
        asking.set(false);
      }
    }
    return held && age() < LEASE.toNanos();
  }

  /**
   * Grows, 0 or more, whenever the lease has been another instance's, or may have been: then marks
   * that others took are lost.
   */
  public long term() {
    return term;
  }

  private long age() {
    return nanoTime.getAsLong() - askedAt;
  }

  private void ask() {
    long now = nanoTime.getAsLong();
    boolean before = held;
    boolean unbroken = held && age() < LEASE.toNanos();
    try {
      held = take() && readTerm(unbroken);
      askedAt = now;
    } catch (DataAccessException away) {
      held = false;
      throw away;
    }
    if (held && !before) {
      log.info("This instance looks at all promotions");
    }
  }

  private boolean take() {
    return jdbc.update(
            "UPDATE sweep_lease SET term = term + (owner <> ?), owner = ?, leased_until = "
                + NOW
                + " + ? WHERE id = 1 AND (owner = ? OR leased_until < "
                + NOW
                + ")",
            owner,
            owner,
            LEASE.toMillis(),
            owner)
        == 1;
  }

  /**
   * @param unbroken true if this instance has had the lease since it last asked
   * @return false if another got the lease just now
   */
  private boolean readTerm(boolean unbroken) {
    List<Long> terms =
        jdbc.queryForList(
            "SELECT term FROM sweep_lease WHERE id = 1 AND owner = ?", Long.class, owner);
    for (long stored : terms) {
      if (!unbroken || stored != storedTerm) {
        term++;
      }
      storedTerm = stored;
    }
    return !terms.isEmpty();
  }

  /** Others need not wait for its end. */
  @Override
  public void destroy() {
    try {
      jdbc.update("UPDATE sweep_lease SET leased_until = 0 WHERE id = 1 AND owner = ?", owner);
    } catch (DataAccessException mysqlIsAway) {
      log.debug("The lease ends by itself", mysqlIsAway);
    }
  }
}
