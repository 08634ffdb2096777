package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One node of a Redis Cluster, with an append-only file that is synced each second. */
final class RedisNode implements ManagedServer {

  /** How long the stack's own nodes wait for one before they give it up. */
  static final Duration NODE_TIMEOUT = Duration.ofSeconds(5);

  private final String name;
  private final List<Port> ports;
  private final int number;
  private final Home home;
  private final Binaries binaries;
  private final Duration nodeTimeout;
  private final Runnable nowReady;

  /**
   * @param nowReady called each time that it was made sure that it is ready
   */
  RedisNode(
      String name,
      Port port,
      PortAssignment ports,
      Home home,
      Binaries binaries,
      Runnable nowReady) {
    this(name, List.of(port), ports.get(port), home, binaries, NODE_TIMEOUT, nowReady);
  }

  /**
   * A node on a port that the stack has no name for.
   *
   * @param nodeTimeout how long the others wait for it before they give it up
   */
  RedisNode(String name, int number, Home home, Binaries binaries, Duration nodeTimeout) {
    this(name, List.of(), number, home, binaries, nodeTimeout, () -> {});
  }

  /**
   * @param ports the stack's names for its port, if it has one
   * @param number the port
   */
  private RedisNode(
      String name,
      List<Port> ports,
      int number,
      Home home,
      Binaries binaries,
      Duration nodeTimeout,
      Runnable nowReady) {
    this.name = name;
    this.ports = ports;
    this.number = number;
    this.home = home;
    this.binaries = binaries;
    this.nodeTimeout = nodeTimeout;
    this.nowReady = nowReady;
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
  public List<Integer> listensOn(PortAssignment assignment) {
    return List.of(number, number + Port.REDIS_BUS_OFFSET);
  }

  @Override
  public void prepare() throws IOException {
    binaries.redis();
  }

  @Override
  public List<String> command() throws IOException {
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
        Long.toString(nodeTimeout.toMillis()),
        // Any replica may take over, however old its data: who relies on Redis has to notice.
        "--cluster-replica-validity-factor",
        "0",
        // A node that is lost must not close the slots of the others.
        "--cluster-require-full-coverage",
        "no",
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
        // Neighbouring short links are one hash: so they are one piece of memory.
        "--hash-max-listpack-value",
        "512");
  }

  @Override
  public void nowReady() {
    nowReady.run();
  }

  @Override
  public void ending() throws IOException {
    try (RedisConnection redis = new RedisConnection(number)) {
      OrderlyEnd.note(redis);
    }
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
