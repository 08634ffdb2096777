package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import java.io.IOException;
import java.util.List;

/** One primary of a Redis Cluster, with an append-only file that is synced each second. */
final class RedisNode implements ManagedServer {

  private final String name;
  private final List<Port> ports;
  private final int number;
  private final Home home;
  private final Binaries binaries;

  RedisNode(String name, Port port, PortAssignment ports, Home home, Binaries binaries) {
    this(name, List.of(port), ports.get(port), home, binaries);
  }

  /**
   * @param ports the stack's names for its port, if it has one
   * @param number the port
   */
  RedisNode(String name, List<Port> ports, int number, Home home, Binaries binaries) {
    this.name = name;
    this.ports = ports;
    this.number = number;
    this.home = home;
    this.binaries = binaries;
  }

  int number() {
    return number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Port> ports() {
    return ports;
  }

  @Override
  public void prepare() throws IOException {
    binaries.redis();
  }

  @Override
  public List<String> command() throws IOException {
    // Big sets as small listpacks, as the history timeline wants them: 200 entries and a margin.
    return List.of(
        binaries.redis().toString(),
        "--port",
        Integer.toString(number),
        "--bind",
        "127.0.0.1",
        "--dir",
        home.data(name).toString(),
        "--cluster-enabled",
        "yes",
        "--cluster-config-file",
        "nodes.conf",
        "--cluster-node-timeout",
        "5000",
        "--appendonly",
        "yes",
        "--appendfsync",
        "everysec",
        "--save",
        "",
        "--maxmemory",
        "256mb",
        "--maxmemory-policy",
        "noeviction",
        "--zset-max-listpack-entries",
        "256");
  }

  @Override
  public boolean healthy() {
    try (RedisConnection redis = new RedisConnection(number)) {
      return redis.send("PING").equals("PONG");
    } catch (IOException noAnswer) {
      return false;
    }
  }
}
