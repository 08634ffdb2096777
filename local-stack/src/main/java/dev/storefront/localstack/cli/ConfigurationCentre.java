package dev.storefront.localstack.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException.NoNodeException;

/** The texts that operators set, of one service's switches. */
final class ConfigurationCentre implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int RETRY_MILLIS = 200;

  private final CuratorFramework client;
  private final String folder;

  private ConfigurationCentre(CuratorFramework client, String service) {
    this.client = client;
    this.folder = "/storefront/config/" + service + "/";
  }

  /**
   * @param address ZooKeeper's "host:port"
   * @throws IOException when it does not answer within 5 s
   */
  static ConfigurationCentre of(String service, String address) throws IOException {
    int millis = (int) TIMEOUT.toMillis();
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(address, millis, millis, new RetryOneTime(RETRY_MILLIS));
    client.start();
    try {
      if (client.blockUntilConnected(millis, TimeUnit.MILLISECONDS)) {
        return new ConfigurationCentre(client, service);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
    throw new IOException("the configuration centre at " + address + " does not answer");
  }

  /** The text of a switch, empty while its default counts. */
  Optional<String> text(String name) throws IOException {
    try {
      return Optional.of(
          new String(client.getData().forPath(folder + name), StandardCharsets.UTF_8));
    } catch (NoNodeException none) {
      return Optional.empty();
    } catch (Exception e) {
      throw new IOException("the configuration centre cannot be read", e);
    }
  }

  /**
   * Sets a switch.
   *
   * @param text empty to have its default count again
   */
  void set(String name, Optional<String> text) throws IOException {
    try {
      if (text.isPresent()) {
        byte[] bytes = text.get().getBytes(StandardCharsets.UTF_8);
        client.create().orSetData().creatingParentsIfNeeded().forPath(folder + name, bytes);
      } else {
        client.delete().quietly().forPath(folder + name);
      }
    } catch (Exception e) {
      throw new IOException("the configuration centre cannot be written", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
