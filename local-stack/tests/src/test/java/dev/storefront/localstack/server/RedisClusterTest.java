package dev.storefront.localstack.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.testing.EndWithBuild;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisClusterTest {

  private static final List<String> NODES = List.of("redis-1", "redis-2", "redis-3");
  // Its slot is in the share of the first node.
  private static final String KEY = "b";

  @Test
  void nodes_find_each_other_on_other_ports_than_before() throws IOException {
    Home home = new Home(ProjectRoot.find().resolve("target/redis-on-other-ports"));
    home.deleteState();
    startAndStop(home, "SET", KEY, "kept");

    assertThat(startAndStop(home, "GET", KEY)).isEqualTo("kept");
  }

  /** On ports that were free, and so on others each time. */
  private static String startAndStop(Home home, String... command) throws IOException {
    PortAssignment ports = PortAssignment.random(new SecureRandom());
    Supervisor supervisor = new Supervisor(home, ports, Clock.systemUTC());
    EndWithBuild.watch(home, supervisor);
    BackingServers servers = new BackingServers(home, ports, ProjectRoot.find(), supervisor);
    try {
      NODES.forEach(servers::start);
      for (Port port : List.of(Port.REDIS_2, Port.REDIS_3)) {
        try (RedisConnection node = new RedisConnection(ports.get(port))) {
          assertThat(node.send("CLUSTER", "NODES"))
              .contains("127.0.0.1:" + ports.get(Port.REDIS_1) + "@");
          // None had to choose another one: all have had their own from the beginning.
          assertThat(node.send("CLUSTER", "INFO"))
              .contains("cluster_my_epoch:" + (port == Port.REDIS_2 ? 2 : 3) + "\r");
        }
      }
      try (RedisConnection node = new RedisConnection(ports.get(Port.REDIS_1))) {
        return node.send(command);
      }
    } finally {
      NODES.forEach(node -> supervisor.stop(servers.byName(node)));
    }
  }
}
