package dev.storefront.common.switches;

import dev.storefront.common.namespace.Namespace;
import java.nio.charset.StandardCharsets;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.retry.RetryForever;
import org.springframework.context.SmartLifecycle;

/**
 * Follows the service's node in ZooKeeper and hands every change to its {@link Switches}. Works in
 * the background: neither start-up nor any request waits for ZooKeeper.
 */
final class ConfigurationCentre implements SmartLifecycle {

  private static final int SESSION_MILLIS = 10_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int RETRY_MILLIS = 1_000;

  private final CuratorFramework client;
  private final CuratorCache cache;
  private final String path;
  private final Switches switches;
  private volatile boolean running;
  private volatile boolean connected;

  ConfigurationCentre(
      SwitchProperties properties, Namespace namespace, String service, Switches switches) {
    this.switches = switches;
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
    }
  }

  private void removed(ChildData node) {
    if (isSwitch(node)) {
      switches.removed(keyOf(node));
    }
  }

  private boolean isSwitch(ChildData node) {
    return node.getData() != null && node.getPath().startsWith(path + "/");
  }

  private String keyOf(ChildData node) {
    return node.getPath().substring(path.length() + 1);
  }
}
