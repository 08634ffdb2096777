package dev.storefront.common.switches;

import dev.storefront.common.namespace.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Follows the service's node in ZooKeeper and hands every change to its {@link Switches}. Works in
 * the background: neither start-up nor any request waits for ZooKeeper.
 */
final class ConfigurationCentre implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(ConfigurationCentre.class);
  private static final int SESSION_MILLIS = 10_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int RETRY_MILLIS = 1_000;

  private final CuratorFramework client;
  private final CuratorCache cache;
  private final String path;
  private final Switches switches;
  private final SwitchMemory memory;
  private volatile boolean running;
  private volatile boolean connected;
  private volatile boolean heardOfAll;

  ConfigurationCentre(
      SwitchProperties properties,
      Namespace namespace,
      String service,
      Switches switches,
      SwitchMemory memory) {
    this.switches = switches;
    this.memory = memory;
    this.path = namespace.zookeeperRoot() + "/config/" + service;
    this.client =
        CuratorFrameworkFactory.newClient(
            properties.connect(), SESSION_MILLIS, CONNECT_MILLIS, new RetryForever(RETRY_MILLIS));
    this.cache = CuratorCache.build(client, path);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(this::changed)
                .forChanges((before, after) -> changed(after))
                .forDeletes(this::removed)
                .forInitialized(this::heardOfAll)
                .build());
  }

  @Override
  public void start() {
    // After an expired session the cache reads everything anew; the switches keep their values.
    client
        .getConnectionStateListenable()
        .addListener((c, state) -> connected = state.isConnected());
    client.start();
    cache.start();
    running = true;
  }

  boolean isConnected() {
    return connected;
  }

  @Override
  public void stop() {
    running = false;
    cache.close();
    client.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void changed(ChildData node) {
    if (isSwitch(node)
        && switches.changed(keyOf(node), new String(node.getData(), StandardCharsets.UTF_8))) {
      keep();
    }
  }

  private void removed(ChildData node) {
    if (isSwitch(node)) {
      switches.removed(keyOf(node));
      keep();
    }
  }

  /** Once for all that there is at start: there may be thousands. */
  private void keep() {
    if (heardOfAll) {
      memory.keep(switches.accepted());
    }
  }

  private void heardOfAll() {
    heardOfAll = true;
    keep();
    removeUnlessThere();
  }

  /**
   * What an earlier run had heard of, and operators have taken away since, counts no longer. Only
   * the centre's word counts for that: nothing opens because it did not answer.
   */
  private void removeUnlessThere() {
    try {
      client
          .getChildren()
          .inBackground(
              (c, answer) -> {
                switch (KeeperException.Code.get(answer.getResultCode())) {
                  case OK -> removeAllBut(Set.copyOf(answer.getChildren()));
                  case NONODE -> removeAllBut(Set.of());
                  default -> log.warn("Switches stay as they were kept: {}", answer);
                }
              })
          .forPath(path);
    } catch (Exception e) {
      log.warn("Switches stay as they were kept: {}", e.toString());
    }
  }

  private void removeAllBut(Set<String> there) {
    List<String> gone =
        switches.texts().keySet().stream()
            .filter(key -> !there.contains(key) && cache.get(path + "/" + key).isEmpty())
            .toList();
    gone.forEach(switches::removed);
    if (!gone.isEmpty()) {
      keep();
    }
  }

  private boolean isSwitch(ChildData node) {
    return node.getData() != null && node.getPath().startsWith(path + "/");
  }

  private String keyOf(ChildData node) {
    return node.getPath().substring(path.length() + 1);
  }
}
