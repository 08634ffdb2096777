package dev.storefront.localstack;

import com.github.dockerjava.api.model.ContainerConfig;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.BackingServers;
import dev.storefront.localstack.server.ProjectRoot;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testcontainers.containers.ComposeContainer;
import org.testcontainers.containers.ContainerState;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * The servers of {@code docker-compose.yml} on ports of their own, for machines with Docker and its
 * {@code compose} command. They end with the JVM that started them.
 */
public final class TestcontainersBackends implements Backends {

  private static final List<String> REDIS = List.of("redis-1", "redis-2", "redis-3");
  private static final List<String> SERVERS =
      List.of("redis-1", "redis-2", "redis-3", "kafka", "database", "hbase");
  // The first start of the database and of HBase, on a machine that does other things as well.
  private static final Duration START_BOUND = Duration.ofMinutes(5);

  private final PortAssignment ports;
  private final ContainerFaults faults;
  private final ContainerState redis;
  private final Map<String, Integer> extraRedisPorts = new ConcurrentHashMap<>();

  private TestcontainersBackends(
      PortAssignment ports, ContainerFaults faults, ContainerState redis) {
    this.ports = ports;
    this.faults = faults;
    this.redis = redis;
  }

  /** Returns once all are ready. */
  public static Backends start() {
    PortAssignment ports = PortAssignment.random(new SecureRandom());
    ComposeContainer compose = compose(ports);
    try {
      compose.start();
    } catch (RuntimeException e) {
      compose.stop();
      throw e;
    }
    ContainerFaults faults =
        new ContainerFaults(
            SERVERS.stream()
                .collect(Collectors.toMap(name -> name, name -> server(compose, name))));
    faults.keepTogether(REDIS, redisPorts(ports));
    return new TestcontainersBackends(ports, faults, containerOf(compose, REDIS.get(0)));
  }

  private static ComposeContainer compose(PortAssignment ports) {
    ComposeContainer compose =
        new ComposeContainer(ProjectRoot.find().resolve("docker-compose.yml").toFile())
            .withEnv("COMPOSE_PROFILES", "infrastructure")
            .withServices(SERVERS.toArray(String[]::new))
            .withPull(false);
    for (Port port : Port.values()) {
      compose.withEnv(port.setting(), Integer.toString(ports.get(port)));
    }
    SERVERS.forEach(
        name ->
            compose.waitingFor(
                instance(name), Wait.forHealthcheck().withStartupTimeout(START_BOUND)));
    return compose;
  }

  private static ServerContainer server(ComposeContainer compose, String name) {
    return new ServerContainer(name, containerOf(compose, name));
  }

  private static ContainerState containerOf(ComposeContainer compose, String name) {
    return compose.getContainerByServiceName(instance(name)).orElseThrow();
  }

  /** With the number of the only one: "redis-1" alone would be the first of a service "redis". */
  private static String instance(String name) {
    return name + "-1";
  }

  private static List<Integer> redisPorts(PortAssignment ports) {
    return Stream.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3).map(ports::get).toList();
  }

  @Override
  public List<String> redisNodes() {
    return redisPorts(ports).stream().map(port -> "127.0.0.1:" + port).toList();
  }

  @Override
  public String extraRedis(String name) {
    return "127.0.0.1:" + extraRedisPorts.computeIfAbsent(name, this::startExtraRedis);
  }

  private int startExtraRedis(String name) {
    int port = ports.spareForRedis(new SecureRandom());
    LoneRedis container = LoneRedis.like(redis, ports.get(Port.REDIS_1), port);
    container.start();
    faults.add(name, new ServerContainer(name, container));
    faults.keepTogether(List.of(name), List.of(port));
    return port;
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
    return BackingServers.DATABASE_USER;
  }

  @Override
  public String databasePassword() {
    return BackingServers.DATABASE_PASSWORD;
  }

  @Override
  public String zookeeper() {
    return ports.address(Port.ZOOKEEPER);
  }

  /** There is none: the compose file has no Flink. */
  @Override
  public String flink() {
    throw new UnsupportedOperationException("there is no Flink among the containers");
  }

  @Override
  public Faults faults() {
    return faults;
  }

  /** A Redis of compose's image and settings that is in no compose file. */
  private static final class LoneRedis extends GenericContainer<LoneRedis> {

    private LoneRedis(String image, int port) {
      super(image);
      addFixedExposedPort(port, port);
      waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1));
    }

    static LoneRedis like(ContainerState model, int portOfTheModel, int port) {
      ContainerConfig config = model.getContainerInfo().getConfig();
      String[] command = Objects.requireNonNull(config.getCmd(), "command");
      return new LoneRedis(Objects.requireNonNull(config.getImage(), "image"), port)
          .withCommand(
              Stream.of(command)
                  .map(word -> word.equals(Integer.toString(portOfTheModel)) ? "" + port : word)
                  .toArray(String[]::new));
    }
  }
}
