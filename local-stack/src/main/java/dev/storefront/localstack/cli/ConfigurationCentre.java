package dev.storefront.localstack.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;

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
   * @return the setting's version, empty if there is none now
   */
  Optional<Integer> set(String name, Optional<String> text) throws IOException {
    try {
      if (text.isEmpty()) {
        client.delete().quietly().forPath(folder + name);
        return Optional.empty();
      }
      Stat stat = new Stat();
      client
          .create()
          .orSetData()
          .storingStatIn(stat)
          .creatingParentsIfNeeded()
          .forPath(folder + name, bytes(text.get()));
      return Optional.of(stat.getVersion());
    } catch (Exception e) {
      throw new IOException("the configuration centre cannot be written", e);
    }
  }

  /**
   * Takes a setting back, unless someone has changed it since.
   *
   * @param version as {@link #set} returned it
   * @param text what was there before, empty for none
   */
  void takeBack(String name, int version, Optional<String> text) throws IOException {
    try {
      if (text.isPresent()) {
        client.setData().withVersion(version).forPath(folder + name, bytes(text.get()));
      } else {
        client.delete().withVersion(version).forPath(folder + name);
      }
    } catch (BadVersionException | NoNodeException changedSince) {
      throw new IOException(
          "'%s' is no value, and someone has changed it since".formatted(name), changedSince);
    } catch (Exception e) {
      throw new IOException("the configuration centre cannot be written", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.close();
  }
}
