package dev.storefront.shortlink.ban;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The banned hosts, each with all that lies below it: {@code example.com} covers {@code
 * www.example.com}. Each instance has them all, a second old at most; while the database is away,
 * those that it knew last.
 */
@Component
public class Bans implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Bans.class);

  private final BanTable table;
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Set<String> hosts = Set.of();
  private volatile String digest = "";
  private volatile boolean running;

  Bans(BanTable table) {
    this.table = table;
  }

  /** True if links to that target are banned. Costs next to nothing while there are no bans. */
  public boolean covers(@Nullable String target) {
    return target != null && !hosts.isEmpty() && coversHost(BannedHost.of(URI.create(target)));
  }

  /**
   * True if links to that host are banned.
   *
   * @param name as a target has it
   */
  public boolean coversHost(String name) {
    Set<String> banned = hosts;
    String host = BannedHost.normalized(name);
    while (!banned.isEmpty() && !host.isEmpty()) {
      if (banned.contains(host)) {
        return true;
      }
      int dot = host.indexOf('.');
      host = dot < 0 ? "" : host.substring(dot + 1);
    }
    return false;
  }

  /** Learns what changed. */
  @Scheduled(fixedDelay = 1_000)
  void refresh() {
    // One by one: else an older list could come in under the digest of a newer one, and stay.
    refreshing.lock();
    try {
      String now = table.digest();
      if (!now.equals(digest)) {
        hosts = table.hosts();
        digest = now;
      }
    } catch (DataAccessException away) {
      log.debug("Bans stay as they are until the database is back: {}", away.toString());
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
