package dev.storefront.flashsale.testing;

import java.nio.charset.StandardCharsets;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.springframework.core.env.Environment;

/** Where operators set switches. */
public final class ConfigurationCentre implements AutoCloseable {

  private final CuratorFramework client;
  private final String root;

  private ConfigurationCentre(CuratorFramework client, String root) {
    this.client = client;
    this.root = root;
  }

  /** The one that the test's service follows. */
  public static ConfigurationCentre of(Environment environment) {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            environment.getRequiredProperty("storefront.zookeeper.connect"), new RetryOneTime(100));
    client.start();
    return new ConfigurationCentre(
        client,
        "/storefront-"
            + environment.getRequiredProperty("storefront.namespace")
            + "/config/flash-sale-service/");
  }

  /** Sets a switch. */
  public void set(String key, String value) {
    try {
      client
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(root + key, value.getBytes(StandardCharsets.UTF_8));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Takes a switch away: its default counts again. */
  public void remove(String key) {
    try {
      client.delete().quietly().forPath(root + key);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
