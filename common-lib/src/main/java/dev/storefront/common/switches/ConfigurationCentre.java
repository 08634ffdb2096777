package dev.storefront.common.switches;

import dev.storefront.common.namespace.Namespace;
import java.nio.charset.StandardCharsets;
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
    if (isSwitch(node)) {
      switches.changed(keyOf(node), new String(node.getData(), StandardCharsets.UTF_8));
      memory.keep(switches.texts());
    }
  }

  private void removed(ChildData node) {
    if (isSwitch(node)) {
      switches.removed(keyOf(node));
      memory.keep(switches.texts());
    }
  }

  /** What an earlier run had heard of, and operators have taken away since, counts no longer. */
  private void heardOfAll() {
    for (String key : switches.texts().keySet()) {
      if (cache.get(path + "/" + key).isEmpty()) {
        removeUnlessThere(key);
      }
    }
  }

  /** Only the centre's word counts for that: nothing opens because it did not answer. */
  private void removeUnlessThere(String key) {
    try {
      client
          .checkExists()
          .inBackground(
              (c, answer) -> {
                if (answer.getResultCode() == KeeperException.Code.NONODE.intValue()) {
                  switches.removed(key);
                  memory.keep(switches.texts());
                }
              })
          .forPath(path + "/" + key);
    } catch (Exception e) {
      log.warn("Switch {} stays as it was kept: {}", key, e.toString());
    }
  }

  private boolean isSwitch(ChildData node) {
    return node.getData() != null && node.getPath().startsWith(path + "/");
  }

  private String keyOf(ChildData node) {
    return node.getPath().substring(path.length() + 1);
  }
}
