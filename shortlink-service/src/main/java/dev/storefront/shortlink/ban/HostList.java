package dev.storefront.shortlink.ban;

import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.ban.HostTable.Entry;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Hosts, each with all that lies below it: {@code example.com} covers {@code www.example.com}. Each
 * instance has them all, a second old at most; while the database is away, those that it knew last.
 */
abstract class HostList implements SmartLifecycle {

  /** Each instance has them all in memory. */
  static final int MOST = 10_000;

  private static final Logger log = LoggerFactory.getLogger(HostList.class);

  private final String name;
  private final HostTable table;
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Set<String> hosts = Set.of();
  private volatile String digest = "";
  private volatile boolean running;

  /**
   * @param name of the list, in cursors and in the log
   */
  HostList(String name, HostTable table) {
    this.name = name;
    this.table = table;
  }

  /**
   * A part of the list.
   *
   * @param nextCursor null at its end
   */
  record Page<T>(List<T> items, @Nullable String nextCursor) {}

  boolean isEmpty() {
    return hosts.isEmpty();
  }

  /**
   * True if that host, or one that it lies below, is in the list. Costs next to nothing while it is
   * empty.
   *
   * @param target as a target names it
   */
  public boolean coversHost(String target) {
    Set<String> known = hosts;
    String host = known.isEmpty() ? "" : BannedHost.normalized(target);
    while (!host.isEmpty()) {
      if (known.contains(host)) {
        return true;
      }
      int dot = BannedHost.isAddress(host) ? -1 : host.indexOf('.');
      host = dot < 0 ? "" : host.substring(dot + 1);
    }
    return false;
  }

  /** False if there are {@value #MOST} others already. */
  boolean add(Entry entry) {
    if (table.count() >= MOST && table.find(entry.host()).isEmpty()) {
      return false;
    }
    table.put(entry);
    refresh();
    return true;
  }

  void remove(String host) {
    table.delete(host);
    refresh();
  }

  Optional<Entry> find(String host) {
    return table.find(host);
  }

  /** In the order of the hosts. */
  <T> Page<T> page(int limit, @Nullable String cursor, Function<Entry, T> view) {
    String after = cursor == null ? "" : Cursor.decode(name, cursor);
    List<Entry> found = table.after(after, limit + 1);
    List<Entry> page = found.subList(0, Math.min(limit, found.size()));
    return new Page<>(
        page.stream().map(view).toList(),
        found.size() > limit ? Cursor.encode(name, page.get(limit - 1).host()) : null);
  }

  /**
   * How a host is written in the list.
   *
   * @throws dev.storefront.common.web.ProblemException 400 for what is no host
   */
  static String parse(String host) {
    return BannedHost.parse(host)
        .orElseThrow(() -> Problem.invalid("host", "must be the name of a host").toException());
  }

  /**
   * Learns the list, if this instance never heard of it.
   *
   * @throws DataAccessException while the database is away
   */
  void require() {
    if (digest.isEmpty()) {
      learn();
    }
  }

  /** Learns what changed. */
  @Scheduled(fixedDelay = 1_000)
  void refresh() {
    try {
      learn();
    } catch (DataAccessException away) {
      log.debug("The {} stay as they are until the database is back: {}", name, away.toString());
    }
  }

  private void learn() {
    // One by one: else an older list could come in under the digest of a newer one, and stay.
    refreshing.lock();
    try {
      String now = table.digest();
      if (!now.equals(digest)) {
        hosts = table.hosts();
        digest = now;
      }
    } finally {
      refreshing.unlock();
    }
  }

  /** Before the web server. */
  @Override
  public int getPhase() {
    return 0;
  }

  @Override
  public void start() {
    refresh();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
