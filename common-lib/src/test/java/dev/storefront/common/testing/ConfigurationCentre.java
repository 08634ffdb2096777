package dev.storefront.common.testing;

import dev.storefront.common.namespace.Namespace;
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
    Namespace namespace = new Namespace(environment.getRequiredProperty("storefront.namespace"));
    String service = environment.getRequiredProperty("spring.application.name");
    return new ConfigurationCentre(client, namespace.zookeeperRoot() + "/config/" + service + "/");
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
      throw new IllegalStateException(e);
    }
  }

  /** Takes a switch away: its default counts again. */
  public void remove(String key) {
    try {
      client.delete().quietly().forPath(root + key);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
