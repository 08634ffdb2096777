package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.localstack.JdbcUrl;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.ServerFailedException;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.program.ServiceProgram;
import dev.storefront.localstack.server.BackingServers;
import dev.storefront.localstack.server.DatabaseProgram;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.server.ReplicatedRedis;
import dev.storefront.localstack.testing.EndWithBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Two instances of the service and all that they need, for one who breaks them: a Redis Cluster
 * with replicas, Kafka, a database. Everything listens on 127.0.0.1, on ports that were free, and
 * keeps its data in one folder.
 */
final class Servers implements AutoCloseable {

  static final String KAFKA = "kafka";
  static final String DATABASE = "database";

  private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);
  private static final int STARTS = 5;
  private static final String SCHEMA = "flash_sale";

  private final Home home;
  private final PortAssignment ports;
  private final Supervisor supervisor;
  private final BackingServers backing;
  private final ReplicatedRedis redis;
  private final List<Instance> instances;

  private Servers(Home home, String issuer) throws IOException {
    this.home = home;
    SecureRandom random = new SecureRandom();
    ports = PortAssignment.random(random);
    supervisor = new Supervisor(home, ports, Clock.systemUTC());
    Set<Integer> spare = new TreeSet<>();
    while (spare.size() < 2 * ReplicatedRedis.PAIRS + 2) {
      spare.add(ports.spareForRedis(random));
    }
    List<Integer> free = List.copyOf(spare);
    redis = new ReplicatedRedis(home, free.subList(2, free.size()), NODE_TIMEOUT, supervisor);
    backing = new BackingServers(home, ports, ProjectRoot.find(), supervisor);
    instances =
        List.of(
            instance("flash-sale-1", free.get(0), issuer),
            instance("flash-sale-2", free.get(1), issuer));
  }

  /** Starts everything in an own folder; what an earlier run has left there ends first. */
  static Servers start(Path folder, Issuer issuer) throws IOException {
    Home home = new Home(folder);
    endAll(home);
    home.deleteState();
    Servers servers = new Servers(home, issuer.address());
    servers.startAll();
    return servers;
  }

  private static void endAll(Home home) {
    Supervisor supervisor =
        new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC());
    for (ProcessRecord process : supervisor.running()) {
      supervisor.kill(process.name());
    }
  }

  private void startAll() throws IOException {
    ports.store(home);
    EndWithBuild.watch(home, supervisor);
    // No program is being unpacked while processes start.
    DatabaseProgram.unpack(home.bin());
    redis.start();
    together(() -> backing.start(KAFKA), () -> backing.start(DATABASE));
    together(() -> start(instances.get(0).name()), () -> start(instances.get(1).name()));
  }

  private static void together(Runnable one, Runnable other) {
    CompletableFuture.allOf(CompletableFuture.runAsync(one), CompletableFuture.runAsync(other))
        .join();
  }

  private Instance instance(String name, int port, String issuer) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("SPRING_PROFILES_ACTIVE", "local");
    settings.put("SERVER_ADDRESS", "127.0.0.1");
    settings.put("SERVER_PORT", Integer.toString(port));
    settings.put("STOREFRONT_SECURITY_ISSUER", issuer);
    settings.put("SPRING_DATA_REDIS_CLUSTER_NODES", String.join(",", redis.addresses()));
    settings.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", ports.address(Port.KAFKA));
    settings.put("SPRING_DATASOURCE_URL", jdbcUrl());
    settings.put("SPRING_DATASOURCE_USERNAME", BackingServers.DATABASE_USER);
    settings.put("SPRING_DATASOURCE_PASSWORD", BackingServers.DATABASE_PASSWORD);
    // Nobody listens there: no configuration centre is needed.
    settings.put("STOREFRONT_ZOOKEEPER_CONNECT", ports.address(Port.ZOOKEEPER));
    ServiceProgram program =
        new ServiceProgram(ProjectRoot.find(), "flash-sale-service", home.data(name));
    return new Instance(name, port, program, settings);
  }

  List<Instance> instances() {
    return instances;
  }

  ReplicatedRedis redis() {
    return redis;
  }

  Connection connectToDatabase() throws SQLException {
    return DriverManager.getConnection(
        jdbcUrl(), BackingServers.DATABASE_USER, BackingServers.DATABASE_PASSWORD);
  }

  private String jdbcUrl() {
    return JdbcUrl.of(ports.address(Port.DATABASE), SCHEMA);
  }

  /** Returns once the process of that name works, or answers at least if it is one of Redis. */
  void start(String name) {
    for (Instance instance : instances) {
      if (instance.name().equals(name)) {
        startAgain(instance);
        return;
      }
    }
    if (name.startsWith("redis-")) {
      redis.start(name);
    } else {
      backing.start(name);
    }
  }

  /** An instance ends by itself if it finds no database; who runs it starts it again. */
  private void startAgain(Instance instance) {
    for (int left = STARTS; left > 0; left--) {
      try {
        supervisor.ensureReady(instance);
        return;
      } catch (ServerFailedException e) {
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  /** SIGKILL. */
  void kill(String name) {
    supervisor.kill(name);
  }

  /** SIGSTOP. */
  void pause(String name) {
    supervisor.pause(name);
  }

  /** SIGCONT. */
  void resume(String name) {
    supervisor.resume(name);
  }

  /** The folder that a process keeps its data in. */
  Path data(String name) {
    return home.data(name);
  }

  /** The file that a Redis node appends its writes to. */
  Path appendedTo(String redisNode) {
    try (Stream<Path> files = Files.list(home.data(redisNode).resolve("appendonlydir"))) {
      return files
          .filter(file -> file.toString().endsWith(".incr.aof"))
          .max(Path::compareTo)
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Robs a Redis node that does not run of all that it had, but for its place in the cluster. */
  void empty(String redisNode) {
    try {
      Home.deleteTree(home.data(redisNode).resolve("appendonlydir"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True when both instances are ready to take calls. */
  boolean ready() {
    return instances.stream().allMatch(Instance::healthy);
  }

  @Override
  public void close() {
    endAll(home);
  }
}
