package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Fleet;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.process.Progress;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The real servers of one home: {@code redis-1} to {@code redis-3}, {@code kafka}, {@code
 * database}, {@code hbase}; for those who ask for it, a Flink session cluster of {@code
 * flink-jobmanager} and {@code flink-taskmanager}.
 */
public final class BackingServers {

  /** The name of the Kafka broker. */
  public static final String KAFKA = KafkaServer.NAME;

  /** The name of Flink's JobManager. */
  public static final String FLINK_JOBMANAGER = FlinkProcess.JOBMANAGER;

  /** The name of the database server. */
  public static final String DATABASE = MariaDbServer.NAME;

  /** The database user who may do everything. */
  public static final String DATABASE_USER = MariaDbInstallation.USER;

  /** That user's password. */
  public static final String DATABASE_PASSWORD = MariaDbInstallation.PASSWORD;

  private final Supervisor supervisor;
  private final Binaries binaries;
  private final List<RedisNode> redis;
  private final ExtraRedis extraRedis;
  private final List<ManagedServer> all;
  private final List<ManagedServer> flink;

  /**
   * Starts nothing.
   *
   * @param projectRoot the working copy, for the class paths of the servers that are JVMs
   */
  public BackingServers(Home home, PortAssignment ports, Path projectRoot, Supervisor supervisor) {
    this.supervisor = supervisor;
    binaries = new Binaries(home.bin(), Platform.current());
    redis =
        List.of(
            new RedisNode("redis-1", Port.REDIS_1, ports, home, binaries, this::formCluster),
            new RedisNode("redis-2", Port.REDIS_2, ports, home, binaries, this::formCluster),
            new RedisNode("redis-3", Port.REDIS_3, ports, home, binaries, this::formCluster));
    extraRedis = new ExtraRedis(home, ports, binaries, supervisor);
    List<ManagedServer> servers = new ArrayList<>();
    // The slow ones first.
    servers.add(new HBaseServer(home, ports, HBaseServer.jvm(projectRoot)));
    servers.add(new KafkaServer(home, ports, KafkaServer.jvm(projectRoot)));
    servers.add(new MariaDbServer(home, ports, binaries));
    servers.addAll(redis);
    all = List.copyOf(servers);
    flink = flink(home, ports, ports.address(Port.ZOOKEEPER), projectRoot);
  }

  /**
   * The processes of a Flink session cluster, which starts nothing by being made.
   *
   * @param zooKeeper where its JobManager notes which jobs there are, "host:port"
   */
  public static List<ManagedServer> flink(
      Home home, PortAssignment ports, String zooKeeper, Path projectRoot) {
    return List.of(
        FlinkProcess.jobManager(home, ports, zooKeeper, projectRoot),
        FlinkProcess.taskManager(home, ports, zooKeeper, projectRoot));
  }

  /** All of them, those that take longest to start first. */
  public List<ManagedServer> all() {
    return all;
  }

  /** The two processes of the Flink session cluster, which are none of {@link #all()}. */
  public List<ManagedServer> flink() {
    return flink;
  }

  /** Returns once the Flink session cluster takes jobs; starts what of it does not run. */
  public void startFlink(Progress progress) {
    new Fleet(supervisor, progress).start(flink, flink.size());
  }

  /** Returns once all are ready; starts those that do not run. */
  public void start(Progress progress) {
    unpack();
    new Fleet(supervisor, progress).start(all, all.size());
  }

  /**
   * Unpacks their programs, which has to be done before the first process starts: one that is
   * started while a program is being written inherits the open file for a moment, and then the
   * program cannot be run ("text file busy").
   */
  public void unpack() {
    try {
      binaries.redis();
      binaries.mariaDb();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack the servers", e);
    }
  }

  /** Returns once that server is ready, and the Redis nodes that run are one cluster again. */
  public void start(String name) {
    if (extraRedis.find(name).isPresent()) {
      extraRedis.start(name);
      return;
    }
    supervisor.ensureReady(byName(name));
  }

  /**
   * Returns once a Redis Cluster of a single node serves that is none of {@link #all()}; starts it
   * if it does not run. From then on it has that name here too.
   *
   * @return its port
   */
  public int startExtraRedis(String name) {
    unpack();
    return extraRedis.start(name);
  }

  private synchronized void formCluster() {
    // With a node away the others cannot get whole; the start of the last one forms the cluster.
    if (redis.stream().allMatch(node -> supervisor.running(node.name()).isPresent())) {
      new RedisCluster(redis.stream().map(RedisNode::number).toList()).form();
    }
  }

  /**
   * The server of that name.
   *
   * @throws IllegalArgumentException when there is none; the message has the names
   */
  public ManagedServer byName(String name) {
    return Stream.of(all.stream(), flink.stream(), extraRedis.find(name).stream())
        .flatMap(servers -> servers)
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no server '%s', there are %s"
                        .formatted(name, all.stream().map(ManagedServer::name).toList())));
  }
}
