package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A Redis Cluster of three primaries with a replica each, for tests of what is lost when a replica
 * takes over. {@code redis-1} to {@code redis-3} begin as primaries, {@code redis-4} to {@code
 * redis-6} as their replicas; 1 and 4, 2 and 5, 3 and 6 share their slots for good.
 */
public final class ReplicatedRedis {

  /** How many pairs of a primary and its replica there are. */
  public static final int PAIRS = 3;

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 50;

  private final List<RedisNode> nodes;
  private final Supervisor supervisor;

  /**
   * Starts nothing.
   *
   * @param home where no such cluster has been yet
   * @param ports six, the ports 10,000 above them being free too
   * @param nodeTimeout how long the nodes wait for one before its replica takes over
   */
  public ReplicatedRedis(
      Home home, List<Integer> ports, Duration nodeTimeout, Supervisor supervisor) {
    Binaries binaries = new Binaries(home.bin(), Platform.current());
    this.supervisor = supervisor;
    nodes =
        IntStream.range(0, 2 * PAIRS)
            .mapToObj(
                i -> new RedisNode("redis-" + (i + 1), ports.get(i), home, binaries, nodeTimeout))
            .toList();
  }

  /** Returns once all nodes are one cluster, each replica following its primary. */
  public void start() {
    nodes.forEach(supervisor::ensureReady);
    List<Integer> ports = nodes.stream().map(RedisNode::number).toList();
    new RedisCluster(ports.subList(0, PAIRS)).form();
    try {
      for (int pair = 0; pair < PAIRS; pair++) {
        follow(nodes.get(pair), nodes.get(pair + PAIRS), pair + PAIRS + 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the Redis replicas follow nobody", e);
    }
    awaitWhole();
  }

  private static void follow(RedisNode primary, RedisNode replica, int epoch) throws IOException {
    try (RedisConnection from = new RedisConnection(primary.number());
        RedisConnection to = new RedisConnection(replica.number())) {
      String id = from.send("CLUSTER", "MYID");
      RedisCluster.giveEpoch(to, epoch);
      to.send("CLUSTER", "MEET", "127.0.0.1", Integer.toString(primary.number()));
      await("meeting of " + replica.name(), () -> to.send("CLUSTER", "NODES").contains(id));
      to.send("CLUSTER", "REPLICATE", id);
    }
  }

  /** Returns once every slot is served and every primary has its replica at its side. */
  public void awaitWhole() {
    await("the whole Redis cluster", this::isWhole);
  }

  private boolean isWhole() throws IOException {
    int primaries = 0;
    for (RedisNode node : nodes) {
      try (RedisConnection redis = new RedisConnection(node.number())) {
        String replication = redis.send("INFO", "replication");
        if (!redis.send("CLUSTER", "INFO").contains("cluster_state:ok")
            || !(replication.contains("master_link_status:up")
                || replication.contains("connected_slaves:1"))) {
          return false;
        }
        primaries += replication.contains("role:master") ? 1 : 0;
      }
    }
    return primaries == PAIRS;
  }

  /** Starts one node again; returns once it answers, which may be before the cluster is whole. */
  public void start(String name) {
    nodes.stream().filter(node -> node.name().equals(name)).forEach(supervisor::ensureReady);
  }

  /** The nodes' addresses, "host:port". */
  public List<String> addresses() {
    return nodes.stream().map(node -> "127.0.0.1:" + node.number()).toList();
  }

  /** The node that is the pair's primary now, by its own account. */
  public String primary(int pair) {
    return isPrimary(nodes.get(pair + PAIRS))
        ? nodes.get(pair + PAIRS).name()
        : nodes.get(pair).name();
  }

  /** The other node of the pair. */
  public String replica(int pair) {
    return isPrimary(nodes.get(pair + PAIRS))
        ? nodes.get(pair).name()
        : nodes.get(pair + PAIRS).name();
  }

  /**
   * Has the pair's replica get nothing more from now on. It has all that was acknowledged before,
   * and takes over as it is should the primary end.
   */
  public void cutOff(int pair) {
    boolean swapped = isPrimary(nodes.get(pair + PAIRS));
    RedisNode from = nodes.get(swapped ? pair + PAIRS : pair);
    RedisNode to = nodes.get(swapped ? pair : pair + PAIRS);
    try (RedisConnection primary = new RedisConnection(from.number());
        RedisConnection replica = new RedisConnection(to.number())) {
      await(to.name(), () -> primary.send("WAIT", "1", "500").equals("1"));
      // Nobody has a password: it is sent away, and tries again each second. Who is let in but may
      // not replicate tries again at once, and keeps a processor busy. Its next start forgets it.
      replica.send("CONFIG", "SET", "masterauth", "none");
      primary.send("CLIENT", "KILL", "TYPE", "REPLICA");
      await("the end of replication to " + to.name(), () -> isCutOff(pair));
    } catch (IOException e) {
      throw new UncheckedIOException(to.name() + " is not cut off", e);
    }
  }

  /** True if the pair's replica is without its primary. */
  public boolean isCutOff(int pair) {
    RedisNode replica = nodes.get(isPrimary(nodes.get(pair + PAIRS)) ? pair : pair + PAIRS);
    try (RedisConnection redis = new RedisConnection(replica.number())) {
      return redis.send("INFO", "replication").contains("master_link_status:down");
    } catch (IOException e) {
      throw new UncheckedIOException(replica.name() + " does not answer", e);
    }
  }

  private static boolean isPrimary(RedisNode node) {
    try (RedisConnection redis = new RedisConnection(node.number())) {
      return redis.send("INFO", "replication").contains("role:master");
    } catch (IOException away) {
      return false;
    }
  }

  /** Has every node that answers forget all scripts. */
  public void flushScripts() {
    List<String> away = new ArrayList<>();
    for (RedisNode node : nodes) {
      try (RedisConnection redis = new RedisConnection(node.number())) {
        redis.send("SCRIPT", "FLUSH");
      } catch (IOException e) {
        away.add(node.name());
      }
    }
    if (away.size() == nodes.size()) {
      throw new IllegalStateException("no Redis node answers");
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(String what, Condition condition) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + " took more than " + BOUND.toSeconds() + " s");
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for " + what, e);
      }
    }
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (IOException notYet) {
      return false;
    }
  }
}
