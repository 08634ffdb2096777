package dev.storefront.localstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.testing.EndWithBuild;
import dev.storefront.localstack.testing.OwnRedis;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RedisClusterTest {

  private static final List<String> NODES = List.of("redis-1", "redis-2", "redis-3");
  // Its slot is in the share of the first node.
  private static final String KEY = "b";
  // Its slot is in the share of the third.
  private static final String KEY_OF_THE_THIRD = "foo";
  private static final Pattern DOWN_SINCE =
      Pattern.compile("master_link_down_since_seconds:(\\d+)");

  @Test
  void nodes_find_each_other_on_other_ports_than_before() throws IOException {
    Home home = new Home(ProjectRoot.find().resolve("target/redis-on-other-ports"));
    home.deleteState();
    startAndStop(home, "SET", KEY, "kept");

    assertThat(startAndStop(home, "GET", KEY)).isEqualTo("kept");
  }

  @Test
  void a_node_that_is_lost_takes_its_own_slots_with_it_and_no_others() throws IOException {
    Home home = new Home(ProjectRoot.find().resolve("target/redis-with-a-lost-node"));
    home.deleteState();
    String read =
        withServers(
            home,
            (ports, supervisor, servers) -> {
              supervisor.stop(servers.byName(NODES.get(0)));
              try (RedisConnection third = new RedisConnection(ports.get(Port.REDIS_3))) {
                await()
                    .atMost(Duration.ofMinutes(2))
                    .until(
                        () -> third.send("CLUSTER", "INFO"),
                        info -> !info.contains("cluster_slots_fail:0\r"));
                assertThat(third.send("SET", KEY_OF_THE_THIRD, "here")).isEqualTo("OK");
                return third.send("GET", KEY_OF_THE_THIRD);
              }
            });

    assertThat(read).isEqualTo("here");
  }

  @Test
  void a_replica_that_is_cut_off_stays_without_its_primary() throws IOException {
    try (OwnRedis cluster = OwnRedis.start()) {
      List<Integer> ports =
          Stream.of(cluster.nodes().split(","))
              .map(node -> Integer.valueOf(node.substring(node.indexOf(':') + 1)))
              .toList();
      try (RedisConnection primary = new RedisConnection(ports.get(0));
          RedisConnection replica = new RedisConnection(ports.get(ReplicatedRedis.PAIRS))) {
        // Whoever may replicate does so at once.
        primary.send("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        // Fails if the replica is at its primary's side again.
        cluster.failOverAfter(
            () ->
                await()
                    .atMost(Duration.ofMinutes(1))
                    .until(
                        () -> replica.send("INFO", "replication"), RedisClusterTest::isLongCutOff));
      }
    }
  }

  /** For some tries: each takes a second. */
  private static boolean isLongCutOff(String replication) {
    Matcher seconds = DOWN_SINCE.matcher(replication);
    return seconds.find() && Integer.parseInt(seconds.group(1)) >= 4;
  }

  private static String startAndStop(Home home, String... command) throws IOException {
    return withServers(
        home,
        (ports, supervisor, servers) -> {
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
        });
  }

  /** On ports that were free, and so on others each time. */
  private static <T> T withServers(Home home, Work<T> work) throws IOException {
    PortAssignment ports = PortAssignment.random(new SecureRandom());
    Supervisor supervisor = new Supervisor(home, ports, Clock.systemUTC());
    EndWithBuild.watch(home, supervisor);
    BackingServers servers = new BackingServers(home, ports, ProjectRoot.find(), supervisor);
    try {
      NODES.forEach(servers::start);
      return work.with(ports, supervisor, servers);
    } finally {
      NODES.forEach(node -> supervisor.stop(servers.byName(node)));
    }
  }

  /** What is done while the nodes run. */
  private interface Work<T> {

    T with(PortAssignment ports, Supervisor supervisor, BackingServers servers) throws IOException;
  }
}
