package dev.storefront.history.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.View;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.server.ReplicatedRedis;
import dev.storefront.localstack.testing.EndWithBuild;
import dev.storefront.localstack.testing.WithBackends;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfiguration;
import tools.jackson.databind.json.JsonMapper;

/** A replica that lags and takes over, in a cluster of its own. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "history.archive.regions=2",
      "history.rebuild.mark-every=500ms",
      "history.rebuild.margin=1s"
    })
@WithBackends(database = "browse_history", namespace = "lagging")
@ContextConfiguration(initializers = LaggingReplicaTest.OnReplicas.class)
@Import(Storefront.class)
@DisabledIfSystemProperty(
    named = "backends",
    matches = "testcontainers",
    disabledReason = "kills processes of a cluster of its own")
class LaggingReplicaTest {

  private static final Duration LONG = Duration.ofMinutes(3);
  private static final int SHOPPERS = 20;

  @TempDir private static Path folder;
  private static Supervisor supervisor;
  private static ReplicatedRedis cluster;

  @Autowired Storefront storefront;
  @Autowired MeterRegistry meters;
  @Autowired JsonMapper json;

  @AfterAll
  static void endCluster() {
    for (ProcessRecord process : supervisor.running()) {
      supervisor.kill(process.name());
    }
  }

  @Test
  void what_was_deleted_and_viewed_is_as_it_was_acknowledged_when_it_takes_over() {
    long sku = storefront.newSkus(4);
    long now = System.currentTimeMillis();
    List<Shopper> shoppers = new ArrayList<>();
    for (int i = 0; i < SHOPPERS; i++) {
      Shopper shopper = storefront.newShopper();
      shoppers.add(shopper);
      storefront.pageViews(
          shopper.user(), List.of(new View(sku, now - 2), new View(sku + 1, now - 1)));
    }
    shoppers.forEach(shopper -> await().atMost(LONG).until(() -> shopper.skus().size() == 2));
    String primary = cluster.primary(0);
    cutOff(primary, cluster.replica(0));
    for (Shopper shopper : shoppers) {
      shopper.deleteItems(sku + 1);
      shopper.look(sku + 2);
    }
    supervisor.kill(primary);

    List<Long> right = List.of(sku + 2, sku);
    await().atMost(LONG).until(() -> areRight(shoppers, right) && fallbacks() > 0);
    await().atMost(LONG).until(() -> areRight(shoppers, right) && inDoubt() == 0);
  }

  /** No answer is fine for a while, a wrong one is not. */
  private boolean areRight(List<Shopper> shoppers, List<Long> right) {
    boolean all = true;
    for (Shopper shopper : shoppers) {
      var reply = shopper.get("/api/v1/history");
      if (reply.statusCode() == 503) {
        all = false;
      } else {
        List<Long> shown =
            Shopper.items(json.readTree(reply.body())).stream()
                .map(item -> item.path("skuId").asLong())
                .toList();
        assertThat(shown).isEqualTo(right);
      }
    }
    return all;
  }

  private double inDoubt() {
    return meters.get("storefront.redis.slots.in.doubt").gauge().value();
  }

  private double fallbacks() {
    return meters.get("storefront.redis.fallbacks").counter().count();
  }

  private void cutOff(String primary, String replica) {
    RedisClient client = RedisClient.create();
    try {
      RedisCommands<String, String> from = commands(client, primary);
      assertThat(from.waitForReplication(1, LONG.toMillis())).isEqualTo(1);
      from.dispatch(
          CommandType.ACL,
          new StatusOutput<>(StringCodec.UTF8),
          new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("default").add("-psync"));
      from.clientKill(KillArgs.Builder.typeSlave());
      RedisCommands<String, String> to = commands(client, replica);
      await().atMost(LONG).until(() -> to.info("replication").contains("master_link_status:down"));
    } finally {
      client.shutdown();
    }
  }

  private static RedisCommands<String, String> commands(RedisClient client, String node) {
    int number = Integer.parseInt(node.substring(node.indexOf('-') + 1));
    String address = cluster.addresses().get(number - 1);
    return client.connect(RedisURI.create("redis://" + address)).sync();
  }

  /** In the place of the suite's own cluster. */
  static final class OnReplicas
      implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
      SecureRandom random = new SecureRandom();
      PortAssignment ports = PortAssignment.random(random);
      Set<Integer> free = new TreeSet<>();
      while (free.size() < 2 * ReplicatedRedis.PAIRS) {
        free.add(ports.spareForRedis(random));
      }
      Home home = new Home(folder);
      supervisor = new Supervisor(home, ports, Clock.systemUTC());
      EndWithBuild.watch(home, supervisor);
      cluster = new ReplicatedRedis(home, List.copyOf(free), Duration.ofSeconds(6), supervisor);
      cluster.start();
      Map<String, Object> nodes =
          Map.of("spring.data.redis.cluster.nodes", String.join(",", cluster.addresses()));
      context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("own", nodes));
    }
  }
}
