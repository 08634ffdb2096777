package dev.storefront.localstack.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Makes one cluster of the nodes: gives each an equal share of the slots and introduces them to
 * each other. Repeating it does no harm, and finishes what a crash left half done.
 */
public final class RedisCluster {

  private static final int SLOTS = 16_384;
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 50;

  private final List<Integer> ports;

  /** Of the nodes on these ports of 127.0.0.1, which must all run. */
  public RedisCluster(List<Integer> ports) {
    this.ports = List.copyOf(ports);
  }

  /**
   * Returns once every node knows all others and serves.
   *
   * @throws IllegalStateException when that takes more than a minute
   */
  public void form() {
    long deadline = System.nanoTime() + BOUND.toNanos();
    String state = "";
    boolean introduced = false;
    while (System.nanoTime() < deadline) {
      try {
        state = "";
        if (complete()) {
          return;
        }
        if (!introduced) {
          shareSlots();
          introduce();
          introduced = true;
        }
      } catch (IOException e) {
        state = ": " + e.getMessage();
      }
      pause();
    }
    throw new IllegalStateException(
        "the Redis nodes on ports %s form no cluster after %d s%s"
            .formatted(ports, BOUND.toSeconds(), state));
  }

  /** True when every node serves and reaches all others on the ports where they are now. */
  boolean complete() throws IOException {
    for (int port : ports) {
      try (RedisConnection node = new RedisConnection(port)) {
        List<String> reached =
            node.send("CLUSTER", "NODES").lines().filter(RedisCluster::reached).toList();
        if (!node.send("CLUSTER", "INFO").contains("cluster_state:ok")
            || reached.size() != ports.size()
            || !ports.stream().allMatch(other -> anyAt(other, reached))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean reached(String node) {
    return node.contains(" connected") && !node.contains("fail") && !node.contains("handshake");
  }

  private static boolean anyAt(int port, List<String> nodes) {
    return nodes.stream().anyMatch(node -> node.contains(":" + port + "@"));
  }

  private void shareSlots() throws IOException {
    for (int i = 0; i < ports.size(); i++) {
      try (RedisConnection node = new RedisConnection(ports.get(i))) {
        giveEpoch(node, i + 1);
        if (slotsOf(node).isEmpty()) {
          int first = i * SLOTS / ports.size();
          int last = (i + 1) * SLOTS / ports.size() - 1;
          node.send("CLUSTER", "ADDSLOTSRANGE", Integer.toString(first), Integer.toString(last));
        }
      }
    }
  }

  /**
   * Gives a node that is alone still a configuration epoch. Nodes that meet with the same one
   * choose others later, one after another, which changes what each says of itself.
   *
   * @param epoch 1 or more, another for each node
   */
  static void giveEpoch(RedisConnection node, int epoch) throws IOException {
    String info = node.send("CLUSTER", "INFO");
    if (info.contains("cluster_known_nodes:1\r") && info.contains("cluster_my_epoch:0\r")) {
      node.send("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(epoch));
    }
  }

  /** The slot ranges that the node says it owns, after the eight fixed fields of its own line. */
  private static List<String> slotsOf(RedisConnection node) throws IOException {
    int fixedFields = 8;
    return node.send("CLUSTER", "NODES")
        .lines()
        .filter(line -> line.contains("myself"))
        .flatMap(line -> List.of(line.split(" ")).stream().skip(fixedFields))
        .toList();
  }

  private void introduce() throws IOException {
    try (RedisConnection first = new RedisConnection(ports.get(0))) {
      for (int port : ports.subList(1, ports.size())) {
        first.send("CLUSTER", "MEET", "127.0.0.1", Integer.toString(port));
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the Redis nodes meet", e);
    }
  }
}
