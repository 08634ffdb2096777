package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Redis Clusters of a single node beside the stack's own, for tests that need more than one. Each
 * keeps its port in its data folder.
 */
final class ExtraRedis {

  private final Home home;
  private final PortAssignment ports;
  private final Binaries binaries;
  private final Supervisor supervisor;
  private final Map<String, RedisNode> nodes = new ConcurrentHashMap<>();

  ExtraRedis(Home home, PortAssignment ports, Binaries binaries, Supervisor supervisor) {
    this.home = home;
    this.ports = ports;
    this.binaries = binaries;
    this.supervisor = supervisor;
  }

  /**
   * Returns once the cluster of that name serves; starts it if it does not run.
   *
   * @return its port
   */
  int start(String name) {
    RedisNode node = nodes.computeIfAbsent(name, this::node);
    supervisor.ensureReady(node);
    new RedisCluster(List.of(node.number())).form();
    return node.number();
  }

  /** The node of that name, if this JVM has started it. */
  Optional<RedisNode> find(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  private RedisNode node(String name) {
    try {
      return new RedisNode(name, port(name), home, binaries, RedisNode.NODE_TIMEOUT);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot choose a port for " + name, e);
    }
  }

  private int port(String name) throws IOException {
    Path file = home.data(name).resolve("port");
    if (Files.exists(file)) {
      return Integer.parseInt(Files.readString(file));
    }
    int port = ports.spareForRedis(new SecureRandom());
    Files.createDirectories(file.getParent());
    Files.writeString(file, Integer.toString(port));
    return port;
  }
}
