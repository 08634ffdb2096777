package dev.storefront.localstack;

import dev.storefront.localstack.server.RedisCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Faults of containers: what is down already is not killed again, what runs is not started. */
final class ContainerFaults implements Faults {

  private final Map<String, ServerContainer> servers;
  private final Map<List<String>, RedisCluster> redisClusters = new ConcurrentHashMap<>();

  ContainerFaults(Map<String, ServerContainer> servers) {
    this.servers = new ConcurrentHashMap<>(servers);
  }

  /** One more server. */
  void add(String name, ServerContainer server) {
    servers.put(name, server);
  }

  /** Makes one cluster of these servers, now and whenever all of them run again. */
  void keepTogether(List<String> names, List<Integer> ports) {
    RedisCluster cluster = new RedisCluster(ports);
    redisClusters.put(List.copyOf(names), cluster);
    cluster.form();
  }

  @Override
  public void kill(String name) {
    server(name).kill();
  }

  @Override
  public void stop(String name) {
    server(name).stop();
  }

  @Override
  public void start(String name) {
    server(name).start();
    redisClusters.forEach(
        (names, cluster) -> {
          // With a node away the others cannot get whole; the start of the last one forms it.
          if (names.contains(name) && names.stream().allMatch(node -> server(node).running())) {
            cluster.form();
          }
        });
  }

  @Override
  public void pause(String name) {
    server(name).pause();
  }

  @Override
  public void resume(String name) {
    server(name).resume();
  }

  private ServerContainer server(String name) {
    ServerContainer server = servers.get(name);
    if (server == null) {
      throw new IllegalArgumentException(
          "no server '%s', there are %s".formatted(name, servers.keySet()));
    }
    return server;
  }
}
