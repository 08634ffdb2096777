package dev.storefront.benchmarks.stack;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.JdbcUrl;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.BackingServers;
import dev.storefront.localstack.stack.SuiteService;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/**
 * What the measurements of a service have on the stack's servers for themselves: a namespace and a
 * database.
 */
public record Room(SuiteService service, PortAssignment ports) {

  private static final int RETRY_MILLIS = 500;

  /** What the measurements of a service have on the servers of a stack. */
  public static Room of(SuiteService service, Home stack) {
    return new Room(service, PortAssignment.of(stack, System.getenv()));
  }

  /** What is put before the names of all that the measurements of a service have. */
  public static Namespace namespaceOf(SuiteService service) {
    return new Namespace("bench" + service.name().toLowerCase(Locale.ROOT).replace("_", ""));
  }

  /** The namespace. */
  public Namespace namespace() {
    return namespaceOf(service);
  }

  /** A Redis key of the namespace. */
  public String key(String key) {
    return namespace().key(key);
  }

  /** A new connection to the database, which is created if need be. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(
        url(), BackingServers.DATABASE_USER, BackingServers.DATABASE_PASSWORD);
  }

  /** Runs statements one after the other. */
  public void execute(String... statements) {
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Deletes the database and the keys. */
  public void clear() {
    execute("DROP DATABASE " + database());
    try (RedisOfStack redis = new RedisOfStack(ports)) {
      redis.delete(key(""));
    }
  }

  /** Sets a switch of the service, as an operator does. */
  public void setSwitch(String key, String value) {
    String path = namespace().zookeeperRoot() + "/config/" + service.processName() + "/" + key;
    try (CuratorFramework configuration =
        CuratorFrameworkFactory.newClient(
            ports.address(Port.ZOOKEEPER), new RetryOneTime(RETRY_MILLIS))) {
      configuration.start();
      configuration
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(path, value.getBytes(StandardCharsets.UTF_8));
    } catch (Exception e) {
      throw new IllegalStateException("The switch " + key + " cannot be set", e);
    }
  }

  /**
   * Arguments that put the service here.
   *
   * @param port where it is to listen
   */
  public List<String> settings(int port) {
    List<String> settings = new ArrayList<>(sqlSettings());
    settings.addAll(
        List.of(
            "--spring.profiles.active=local",
            "--server.port=" + port,
            "--server.address=127.0.0.1",
            "--storefront.namespace=" + namespace().name(),
            "--storefront.zookeeper.connect=" + ports.address(Port.ZOOKEEPER),
            "--spring.kafka.bootstrap-servers=" + ports.address(Port.KAFKA),
            "--spring.data.redis.cluster.nodes=" + redisNodes()));
    return settings;
  }

  /** Those of them that a service needs which has tokens and the database alone. */
  public List<String> sqlSettings() {
    return List.of(
        "--storefront.security.issuer=http://" + ports.address(Port.STOREFRONT),
        "--spring.datasource.url=" + url(),
        "--spring.datasource.username=" + BackingServers.DATABASE_USER,
        "--spring.datasource.password=" + BackingServers.DATABASE_PASSWORD);
  }

  /** The cluster's nodes as Spring Data takes them. */
  public String redisNodes() {
    return Stream.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3)
        .map(ports::address)
        .collect(Collectors.joining(","));
  }

  private String database() {
    return service.database().orElseThrow() + "_bench";
  }

  private String url() {
    return JdbcUrl.of(ports.address(Port.DATABASE), database());
  }
}
