package dev.storefront.localstack.testing;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.server.ReplicatedRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A Redis Cluster of a test's own, whose replicas can be made to lag and to take over. */
public final class OwnRedis implements AutoCloseable {

  /** How long its nodes wait for one before its replica takes over. */
  public static final Duration NODE_TIMEOUT = Duration.ofSeconds(6);

  private final Home home;
  private final Supervisor supervisor;
  private final ReplicatedRedis cluster;

  private OwnRedis(Home home, Supervisor supervisor, ReplicatedRedis cluster) {
    this.home = home;
    this.supervisor = supervisor;
    this.cluster = cluster;
  }

  /** Starts it, in a folder that goes with it; it ends with the build at the latest. */
  public static OwnRedis start() {
    SecureRandom random = new SecureRandom();
    PortAssignment ports = PortAssignment.random(random);
    Set<Integer> free = new TreeSet<>();
    while (free.size() < 2 * ReplicatedRedis.PAIRS) {
      free.add(ports.spareForRedis(random));
    }
    Home home = new Home(newFolder());
    Supervisor supervisor = new Supervisor(home, ports, Clock.systemUTC());
    EndWithBuild.watch(home, supervisor);
    ReplicatedRedis cluster =
        new ReplicatedRedis(home, List.copyOf(free), NODE_TIMEOUT, supervisor);
    cluster.start();
    return new OwnRedis(home, supervisor, cluster);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("own-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its nodes, which may be stopped and started again. */
  public ReplicatedRedis cluster() {
    return cluster;
  }

  /** Ends a node as a power cut does. */
  public void kill(String node) {
    supervisor.kill(node);
  }

  /** The nodes' addresses, as the settings of a client have them. */
  public String nodes() {
    return String.join(",", cluster.addresses());
  }

  /**
   * Does something while a replica lags, which then takes over for its primary: a third of the
   * cluster loses what was done.
   */
  public void failOverAfter(Runnable work) {
    failOverAfter(0, work);
  }

  /**
   * The same for one of the pairs of a primary and its replica.
   *
   * @param pair 0 to {@link ReplicatedRedis#PAIRS} - 1
   */
  public void failOverAfter(int pair, Runnable work) {
    String primary = cluster.primary(pair);
    cluster.cutOff(pair);
    work.run();
    if (!cluster.isCutOff(pair)) {
      throw new IllegalStateException("the replica has what was done: nothing would be lost");
    }
    supervisor.kill(primary);
  }

  /**
   * Does something of which a pair of a primary and its replica then knows nothing: both are
   * killed, and start from the files that they had before. Returns once every primary has its
   * replica.
   *
   * @param pair 0 to {@link ReplicatedRedis#PAIRS} - 1
   */
  public void fallBackAfter(int pair, Runnable work) throws IOException {
    List<String> nodes = pair(pair);
    Path copies = Files.createTempDirectory(home.root(), "before");
    for (String node : nodes) {
      OldFiles.copy(home.data(node), copies.resolve(node));
    }
    work.run();
    nodes.forEach(supervisor::kill);
    for (String node : nodes) {
      Home.deleteTree(home.data(node));
      OldFiles.copy(copies.resolve(node), home.data(node));
    }
    Home.deleteTree(copies);
    mend();
  }

  /**
   * Kills a pair of a primary and its replica as a power cut does, and starts both with nothing.
   * Returns once every primary has its replica.
   *
   * @param pair 0 to {@link ReplicatedRedis#PAIRS} - 1
   */
  public void loseAll(int pair) throws IOException {
    List<String> nodes = pair(pair);
    nodes.forEach(supervisor::kill);
    for (String node : nodes) {
      Home.deleteTree(home.data(node).resolve("appendonlydir"));
    }
    mend();
  }

  /** The replica first: were it killed last it would take over. */
  private List<String> pair(int pair) {
    return List.of(cluster.replica(pair), cluster.primary(pair));
  }

  /** Starts what was killed; returns once every primary has its replica again. */
  public void mend() {
    for (int node = 1; node <= 2 * ReplicatedRedis.PAIRS; node++) {
      if (supervisor.running("redis-" + node).isEmpty()) {
        cluster.start("redis-" + node);
      }
    }
    cluster.awaitWhole();
  }

  @Override
  public void close() {
    for (ProcessRecord process : supervisor.running()) {
      supervisor.kill(process.name());
    }
    try {
      Home.deleteTree(home.root());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
