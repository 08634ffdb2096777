package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.BoundedHealthIndicator;
import dev.storefront.localstack.server.ReplicatedRedis;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OwnRedis;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Replicas that take over, slots that move, replicas that come and go: on a cluster of its own. */
@NotOnContainers
class FallbackClusterTest {

  private static final Duration LONG = FallbackInstance.LONG;

  /** After two minutes every instance counts as started. */
  private static final Duration BEFORE_ANY_START = Duration.ofSeconds(100);

  private static OwnRedis own;
  private static ReplicatedRedis cluster;
  private static Map<String, RedisClient> clients;
  private static Map<String, RedisCommands<String, String>> nodes;

  private final String service = "f" + UUID.randomUUID().toString().substring(0, 8);
  private FallbackInstance one;
  private FallbackInstance other;

  @BeforeAll
  static void startCluster() {
    own = OwnRedis.start();
    cluster = own.cluster();
  }

  @AfterAll
  static void endCluster() {
    own.close();
  }

  @BeforeEach
  void connect() {
    cluster.awaitWhole();
    clients = new HashMap<>();
    nodes = new HashMap<>();
    List<String> addresses = cluster.addresses();
    for (int i = 0; i < addresses.size(); i++) {
      RedisClient client = RedisClient.create("redis://" + addresses.get(i));
      StatefulRedisConnection<String, String> connection = client.connect();
      clients.put("redis-" + (i + 1), client);
      nodes.put("redis-" + (i + 1), connection.sync());
    }
    one = new FallbackInstance(service, addresses);
    other = new FallbackInstance(service, addresses);
  }

  @AfterEach
  void disconnect() {
    for (int i = 1; i <= 2 * ReplicatedRedis.PAIRS; i++) {
      cluster.start("redis-" + i);
    }
    await().atMost(LONG).ignoreExceptions().until(() -> nodeTimeout(OwnRedis.NODE_TIMEOUT));
    one.close();
    other.close();
    clients.values().forEach(RedisClient::shutdown);
  }

  @Test
  void a_replica_that_lags_and_takes_over_is_found_by_whoever_calls_first() {
    String there = keyOf(0, 0);
    String elsewhere = keyOf(1, 0);
    for (String key : List.of(there, elsewhere)) {
      one.note(key, "old");
      assertThat(other.read(key)).isEqualTo("old");
    }
    one.look();
    String primary = cluster.primary(0);
    cluster.cutOff(0);
    Instant cut = Instant.now();
    one.note(there, "new");
    own.kill(primary);

    assertThat(other.read(there)).isEqualTo("in doubt");
    assertThat(one.read(there)).isEqualTo("in doubt");
    RedisDoubt doubt = other.detector.open().get(0);
    assertThat(doubt.slots().covers(there)).isTrue();
    assertThat(doubt.slots().covers(elsewhere)).isFalse();
    assertThat(doubt.since()).isAfter(Instant.EPOCH).isBefore(cut);
    assertThat(other.read(elsewhere)).isEqualTo("old");
    assertThat(List.of(one.generation(), other.generation())).containsExactly(2L, 2L);
    one.note(there, "newer");
    assertThat(other.read(there)).isEqualTo("newer");

    cluster.start(primary);
    cluster.awaitWhole();
    one.look();
    assertThat(one.read(there)).isEqualTo("newer");
    assertThat(one.generation()).as("a primary that comes back as a replica").isEqualTo(2);
  }

  @Test
  void a_process_that_was_a_replica_meanwhile_runs_nothing_of_before() {
    String key = keyOf(1, 0);
    one.note(key, "old");
    assertThat(other.read(key)).isEqualTo("old");
    String first = cluster.primary(1);
    String second = cluster.replica(1);
    takeOver(1, second);
    one.look();
    takeOver(1, first);

    assertThat(other.read(key)).isEqualTo("in doubt");
  }

  @Test
  void slots_that_move_are_not_in_doubt_and_go_on_while_they_move() throws Exception {
    nobodyTakesOver();
    int slot = slotOf(2, 7);
    String key = key(slot);
    one.note(key, "x");
    assertThat(other.read(key)).isEqualTo("x");
    one.look();
    String from = cluster.primary(2);
    String to = cluster.primary(1);

    move(slot, from, to, () -> one.read(key));

    assertThat(other.read(key)).isEqualTo("x");
    one.look();
    other.look();
    assertThat(one.read(key)).isEqualTo("x");
    one.note(key, "y");
    move(slot, to, from, () -> one.read(key));
    one.look();
    assertThat(other.read(key)).isEqualTo("y");
    assertThat(List.of(one.generation(), other.generation())).containsExactly(1L, 1L);
    assertThat(one.detector.open()).isEmpty();
  }

  @Test
  void a_node_that_gets_a_slot_while_the_database_is_away_answers_once_it_is_back()
      throws Exception {
    nobodyTakesOver();
    int slot = slotOf(2, 8);
    String key = key(slot);
    one.note(key, "x");
    one.look();
    String from = cluster.primary(2);
    String to = cluster.primary(1);
    one.databaseIsAway(true);
    move(slot, from, to, () -> "");

    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThatExceptionOfType(BackendUnavailableException.class)
                    .isThrownBy(() -> one.tryRead(key)));
    one.databaseIsAway(false);
    assertThat(one.read(key)).isEqualTo("x");
    assertThat(one.generation()).isEqualTo(1);
    move(slot, to, from, () -> "");
  }

  @Test
  void a_slot_that_moved_away_from_a_process_that_had_fallen_back_is_in_doubt_too()
      throws Exception {
    int slot = slotOf(2, 9);
    String key = key(slot);
    one.note(key, "x");
    one.look();
    String from = cluster.primary(2);
    String to = cluster.primary(1);
    nobodyTakesOver();
    own.kill(from);
    cluster.start(from);
    await().atMost(LONG).ignoreExceptions().until(() -> nodes.get(from).ping().equals("PONG"));
    cluster.awaitWhole();
    assertThat(cluster.primary(2)).isEqualTo(from);

    move(slot, from, to, () -> "");
    one.look();
    assertThat(one.read(key)).isEqualTo("in doubt");
    move(slot, to, from, () -> "");
  }

  @Test
  void a_replica_that_comes_first_or_goes_last_is_no_fall_back() {
    String primary = cluster.primary(0);
    String replica = cluster.replica(0);
    String key = keyOf(0, 3);
    one.note(key, "x");
    one.look();
    String before = replicationId(primary);
    nodes.get(primary).configSet("repl-backlog-ttl", "1");
    String primaryId = nodes.get(primary).clusterMyId();
    nodes.get(replica).clusterReset(false);

    await().atMost(LONG).until(() -> !replicationId(primary).equals(before));
    assertThat(one.read(key)).isEqualTo("x");
    one.look();
    String alone = replicationId(primary);
    meet(replica, primary);
    await().atMost(LONG).until(() -> nodes.get(replica).clusterNodes().contains(primaryId));
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .until(() -> nodes.get(replica).clusterReplicate(primaryId).equals("OK"));
    cluster.awaitWhole();
    nodes.get(primary).configSet("repl-backlog-ttl", "3600");

    assertThat(replicationId(primary)).isNotEqualTo(alone);
    one.look();
    assertThat(one.read(key)).isEqualTo("x");
    assertThat(other.read(key)).isEqualTo("x");
    assertThat(one.generation()).isEqualTo(1);
  }

  @Test
  void an_instance_stays_ready_for_what_the_nodes_that_are_left_have() {
    String key = keyOf(1, 1);
    one.note(key, "x");
    one.look();
    await().atMost(LONG).until(() -> one.health().equals(Status.UP));
    String primary = cluster.primary(2);
    own.kill(cluster.replica(2));
    own.kill(primary);

    await().atMost(LONG).until(() -> one.health().equals(BoundedHealthIndicator.PARTIAL));
    assertThat(one.read(key)).isEqualTo("x");
    cluster.start(primary);
    await().atMost(LONG).until(() -> one.health().equals(Status.UP));
  }

  @Test
  void an_instance_that_starts_while_a_node_is_away_is_ready_for_what_the_others_have() {
    String key = keyOf(1, 1);
    one.note(key, "x");
    String primary = cluster.primary(2);
    own.kill(cluster.replica(2));
    own.kill(primary);

    try (FallbackInstance late = new FallbackInstance(service, cluster.addresses())) {
      await()
          .atMost(BEFORE_ANY_START)
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                late.detector.lookAround().join();
                return late.health().equals(BoundedHealthIndicator.PARTIAL);
              });
      assertThat(late.read(key)).isEqualTo("x");
    }
  }

  /** Until the test is over, from a primary that a busy machine keeps from answering, too. */
  private static void nobodyTakesOver() {
    // Who holds another one for failed does so for as long as twice the time-out.
    await()
        .atMost(LONG)
        .until(
            () -> nodes.values().stream().noneMatch(node -> node.clusterNodes().contains("fail")));
    nodeTimeout(Duration.ofMinutes(1));
  }

  private static boolean nodeTimeout(Duration time) {
    String millis = Long.toString(time.toMillis());
    nodes.values().forEach(node -> node.configSet("cluster-node-timeout", millis));
    return true;
  }

  private static void takeOver(int pair, String replica) {
    nodes.get(replica).clusterFailover(false, true);
    await().atMost(LONG).until(() -> cluster.primary(pair).equals(replica));
    cluster.awaitWhole();
  }

  /** As redis-cli does; calls are made while the slot is on the move. */
  private static void move(int slot, String from, String to, Callable<String> meanwhile)
      throws Exception {
    String fromId = nodes.get(from).clusterMyId();
    String toId = nodes.get(to).clusterMyId();
    // Who holds a node for failed that a test before ended, takes what it gives away for empty.
    await()
        .atMost(LONG)
        .until(
            () ->
                nodes
                    .get(to)
                    .clusterNodes()
                    .lines()
                    .noneMatch(node -> node.startsWith(fromId) && node.contains("fail")));
    nodes.get(to).clusterSetSlotImporting(slot, fromId);
    nodes.get(from).clusterSetSlotMigrating(slot, toId);
    meanwhile.call();
    String port = Integer.toString(clientPort(to));
    for (String key : nodes.get(from).clusterGetKeysInSlot(slot, 1_000)) {
      nodes
          .get(from)
          .migrate("127.0.0.1", Integer.parseInt(port), 0, 50_000, MigrateArgs.Builder.key(key));
    }
    meanwhile.call();
    nodes.get(to).clusterSetSlotNode(slot, toId);
    nodes.get(from).clusterSetSlotNode(slot, toId);
    for (int pair = 0; pair < ReplicatedRedis.PAIRS; pair++) {
      nodes.get(cluster.primary(pair)).clusterSetSlotNode(slot, toId);
    }
    meanwhile.call();
  }

  private static int clientPort(String node) {
    String address =
        cluster.addresses().get(Integer.parseInt(node.substring("redis-".length())) - 1);
    return Integer.parseInt(address.substring(address.indexOf(':') + 1));
  }

  private static void meet(String node, String with) {
    nodes.get(node).clusterMeet("127.0.0.1", clientPort(with));
  }

  private static String replicationId(String node) {
    return nodes
        .get(node)
        .info("replication")
        .lines()
        .filter(line -> line.startsWith("master_replid:"))
        .findFirst()
        .orElseThrow();
  }

  /** A slot of a pair's, which share the slots evenly. */
  private static int slotOf(int pair, int number) {
    return pair * 16_384 / ReplicatedRedis.PAIRS + 100 + number;
  }

  private String keyOf(int pair, int number) {
    return key(slotOf(pair, number));
  }

  private String key(int slot) {
    return service + ":{" + Heartbeat.tag(slot) + "}";
  }
}
