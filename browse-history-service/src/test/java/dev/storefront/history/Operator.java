package dev.storefront.history;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.nio.charset.StandardCharsets;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.TestComponent;

/** Changes switches of the running service, in the configuration centre. */
@TestComponent
public class Operator {

  private final Switches switches;
  private final String zookeeper;
  private final String folder;

  Operator(
      Switches switches,
      Namespace namespace,
      @Value("${storefront.zookeeper.connect}") String zookeeper) {
    this.switches = switches;
    this.zookeeper = zookeeper;
    this.folder = namespace.zookeeperRoot() + "/config/browse-history-service/";
  }

  /** What is done while a switch is set. */
  @FunctionalInterface
  public interface Meanwhile {

    void run() throws Exception;
  }

  /** Sets a switch for as long as this takes. The service has heard of both when it is over. */
  public void sets(String key, Object value, Meanwhile meanwhile) throws Exception {
    Switch<?> known =
        switches.all().stream().filter(s -> s.key().equals(key)).findFirst().orElseThrow();
    Object before = known.get();
    try (CuratorFramework centre =
        CuratorFrameworkFactory.newClient(zookeeper, new RetryOneTime(100))) {
      centre.start();
      centre
          .create()
          .creatingParentsIfNeeded()
          .forPath(folder + key, value.toString().getBytes(StandardCharsets.UTF_8));
      try {
        await().until(() -> known.get().equals(value));
        meanwhile.run();
      } finally {
        centre.delete().forPath(folder + key);
      }
      await().until(() -> known.get().equals(before));
    }
  }
}
