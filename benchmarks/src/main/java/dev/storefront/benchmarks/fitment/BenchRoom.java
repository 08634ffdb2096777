package dev.storefront.benchmarks.fitment;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.JdbcUrl;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.BackingServers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** What measurements have on the stack's servers for themselves. */
final class BenchRoom implements AutoCloseable {

  private static final int RETRY_MILLIS = 500;

  private final PortAssignment ports;
  private final CuratorFramework configuration;

  BenchRoom(PortAssignment ports) {
    this.ports = ports;
    this.configuration =
        CuratorFrameworkFactory.newClient(
            ports.address(Port.ZOOKEEPER), new RetryOneTime(RETRY_MILLIS));
    configuration.start();
  }

  /** Deletes the database and the keys. */
  void clear() {
    String url = JdbcUrl.of(ports.address(Port.DATABASE), BenchSettings.DATABASE);
    try (Connection database =
            DriverManager.getConnection(
                url, BackingServers.DATABASE_USER, BackingServers.DATABASE_PASSWORD);
        Statement statement = database.createStatement()) {
      statement.execute("DROP DATABASE " + BenchSettings.DATABASE);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    try (RedisOfStack redis = new RedisOfStack(ports)) {
      redis.deleteEverywhere(BenchSettings.NAMESPACE);
    }
  }

  /** Sets a switch of fitment-service. */
  void setSwitch(String key, String value) {
    String path =
        new Namespace(BenchSettings.NAMESPACE).zookeeperRoot() + "/config/fitment-service/" + key;
    try {
      configuration
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(path, value.getBytes(StandardCharsets.UTF_8));
    } catch (Exception e) {
      throw new IllegalStateException("The switch " + key + " cannot be set", e);
    }
  }

  @Override
  public void close() {
    configuration.close();
  }
}
