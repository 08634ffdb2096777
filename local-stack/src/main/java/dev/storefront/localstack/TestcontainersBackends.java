package dev.storefront.localstack;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.RedisCluster;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.lifecycle.Startables;

/**
 * The same servers as containers of their official images, for machines with Docker. They end with
 * the JVM that started them.
 *
 * <p>Each listens inside its container on the port that it has outside: Redis Cluster, Kafka and
 * HBase tell clients their own address, which has to be right on both sides.
 */
public final class TestcontainersBackends implements Backends {

  static final String REDIS_IMAGE = "redis:7.4.5";
  static final String KAFKA_IMAGE = "apache/kafka:4.2.1";
  static final String MYSQL_IMAGE = "mysql:8.4.6";
  // Made here: docker compose build hbase.
  static final String HBASE_IMAGE = "storefront/hbase";

  private static final String HBASE_IMAGE_PROPERTY = "backends.hbase.image";
  private static final String PASSWORD = "storefront";

  private final PortAssignment ports;
  private final Map<String, GenericContainer<?>> containers;
  private final Map<String, Integer> extraRedisPorts = new ConcurrentHashMap<>();

  private TestcontainersBackends(
      PortAssignment ports, Map<String, GenericContainer<?>> containers) {
    this.ports = ports;
    this.containers = containers;
  }

  /** Returns once all are ready. */
  public static Backends start() {
    PortAssignment ports = PortAssignment.random(new SecureRandom());
    Map<String, GenericContainer<?>> containers =
        new ConcurrentHashMap<>(
            Map.of(
                "redis",
                redis(redisPorts(ports)),
                "kafka",
                kafka(ports),
                "database",
                mySql(ports),
                "hbase",
                hBase(ports)));
    Startables.deepStart(containers.values()).join();
    new RedisCluster(redisPorts(ports)).form();
    return new TestcontainersBackends(ports, containers);
  }

  private static List<Integer> redisPorts(PortAssignment ports) {
    return List.of(ports.get(Port.REDIS_1), ports.get(Port.REDIS_2), ports.get(Port.REDIS_3));
  }

  @Override
  public String extraRedis(String name) {
    return "127.0.0.1:" + extraRedisPorts.computeIfAbsent(name, this::startExtraRedis);
  }

  private int startExtraRedis(String name) {
    int port = ports.spareForRedis(new SecureRandom());
    GenericContainer<?> container = redis(List.of(port));
    container.start();
    containers.put(name, container);
    new RedisCluster(List.of(port)).form();
    return port;
  }

  /** All nodes in one container, where they reach each other under the address that clients use. */
  private static GenericContainer<?> redis(List<Integer> ports) {
    String node =
        "redis-server --port %d --cluster-enabled yes --cluster-config-file nodes-%1$d.conf"
            + " --appendonly yes --appenddirname aof-%1$d --save '' --zset-max-listpack-entries 256";
    List<String> nodes = ports.stream().map(node::formatted).toList();
    return new OnItsOwnPorts(REDIS_IMAGE, ports)
        .withCommand("sh", "-c", String.join(" & ", nodes))
        .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", nodes.size()));
  }

  private static GenericContainer<?> kafka(PortAssignment ports) {
    int port = ports.get(Port.KAFKA);
    return new OnItsOwnPorts(KAFKA_IMAGE, List.of(port))
        .withEnv("KAFKA_NODE_ID", "1")
        .withEnv("KAFKA_PROCESS_ROLES", "broker,controller")
        .withEnv("KAFKA_LISTENERS", "PLAINTEXT://:" + port + ",CONTROLLER://127.0.0.1:9093")
        .withEnv("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://127.0.0.1:" + port)
        .withEnv("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER")
        .withEnv("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@127.0.0.1:9093")
        .withEnv("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT")
        .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
        .withEnv("KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1")
        .withEnv("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR", "1")
        .withEnv("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "1")
        .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR", "1")
        .withEnv("KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR", "1")
        .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0")
        .waitingFor(Wait.forLogMessage(".*Kafka Server started.*", 1));
  }

  private static GenericContainer<?> mySql(PortAssignment ports) {
    int port = ports.get(Port.DATABASE);
    return new OnItsOwnPorts(MYSQL_IMAGE, List.of(port))
        .withEnv("MYSQL_ROOT_PASSWORD", PASSWORD)
        .withCommand("--port=" + port)
        .waitingFor(Wait.forLogMessage(".*ready for connections.* port: " + port + ".*", 1));
  }

  private static GenericContainer<?> hBase(PortAssignment ports) {
    List<Port> needed = List.of(Port.ZOOKEEPER, Port.HBASE_MASTER, Port.HBASE_REGION_SERVER);
    GenericContainer<?> hBase =
        new OnItsOwnPorts(
            System.getProperty(HBASE_IMAGE_PROPERTY, HBASE_IMAGE),
            needed.stream().map(ports::get).toList());
    needed.forEach(port -> hBase.withEnv(port.setting(), Integer.toString(ports.get(port))));
    return hBase.waitingFor(Wait.forLogMessage(".*Master has completed initialization.*", 1));
  }

  @Override
  public List<String> redisNodes() {
    return redisPorts(ports).stream().map(port -> "127.0.0.1:" + port).toList();
  }

  @Override
  public String kafkaBootstrapServers() {
    return ports.address(Port.KAFKA);
  }

  @Override
  public String jdbcUrl(String database) {
    return JdbcUrl.of(ports.address(Port.DATABASE), database);
  }

  @Override
  public String databaseUser() {
    return "root";
  }

  @Override
  public String databasePassword() {
    return PASSWORD;
  }

  @Override
  public String zookeeper() {
    return ports.address(Port.ZOOKEEPER);
  }

  @Override
  public Faults faults() {
    return new ContainerFaults(containers);
  }

  private static final class OnItsOwnPorts extends GenericContainer<OnItsOwnPorts> {

    OnItsOwnPorts(String image, List<Integer> ports) {
      super(image);
      ports.forEach(port -> addFixedExposedPort(port, port));
    }
  }
}
