package dev.storefront.fitment.placement;

import static dev.storefront.fitment.placement.ThreeClusters.ON_POP_1;
import static dev.storefront.fitment.placement.ThreeClusters.ON_POP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.TestBackends;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Before a Redis node that hangs, where each node takes one caller at a time. */
@ThreeClusters
class NodeGuardsTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int VEHICLE = 1_000_000;

  /** So many calls tell whether a server is away. */
  private static final int SOME = 3;

  @LocalServerPort int port;
  @Autowired ClusterRouter router;
  @Autowired FitmentKeys keys;
  @Autowired NearCache near;
  @Autowired RedisClusterAccess redis;
  @Autowired CircuitBreakerRegistry service;
  FitmentApi api;
  Faults faults;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 4);
    faults = TestBackends.shared().faults();
  }

  @AfterEach
  void heal() {
    faults.resume("redis-pop1");
    faults.resume("redis-pop2");
  }

  @Test
  void a_check_that_waits_for_it_keeps_nobody_from_nodes_that_answer() {
    api.putSelf(15_001, 15_001, VEHICLE).isOk();
    api.putPop(15_002, 25_001, ON_POP_1, VEHICLE).isOk();
    api.putPop(15_003, 25_002, ON_POP_2, VEHICLE).isOk();
    Map<Shelf, List<Long>> self = Map.of(new Shelf(Group.self(15_001), 0), List.of(15_001L));
    Map<Shelf, List<Long>> pop1 =
        Map.of(new Shelf(Group.pop(25_001, ON_POP_1), 0), List.of(15_002L));
    Map<Shelf, List<Long>> pop2 =
        Map.of(new Shelf(Group.pop(25_002, ON_POP_2), 0), List.of(15_003L));

    eventually(() -> isAnsweredMeanwhile(both(self, pop2), "redis-pop1", pop1));
    eventually(() -> isAnsweredMeanwhile(both(self, pop1), "redis-pop2", pop2));
  }

  /**
   * On a busy machine not at once. No thread goes on with it, and stops servers, after a failure.
   */
  private static void eventually(Callable<Boolean> condition) {
    await().pollInSameThread().atMost(LONG).until(condition);
  }

  private static Map<Shelf, List<Long>> both(
      Map<Shelf, List<Long>> one, Map<Shelf, List<Long>> other) {
    Map<Shelf, List<Long>> both = new HashMap<>(one);
    both.putAll(other);
    return both;
  }

  /** While a check waits for a server that hangs; each node takes one caller at a time. */
  private boolean isAnsweredMeanwhile(
      Map<Shelf, List<Long>> skus, String hangs, Map<Shelf, List<Long>> unanswered) {
    OneAtATime one = new OneAtATime();
    int[] offset = {1};
    faults.pause(hangs);
    try {
      CompletableFuture<?> waiting =
          CompletableFuture.runAsync(() -> one.checks.check(both(skus, unanswered), offset));
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> waiting.isDone() || one.bulkheads.getAllBulkheads().size() == 3);
      boolean answered = false;
      while (!waiting.isDone()) {
        boolean all =
            one.checks.check(skus, offset).values().stream()
                .allMatch(fit -> fit.status() == PlacedFit.Status.KNOWN);
        answered |= all && !waiting.isDone();
      }
      return answered;
    } finally {
      faults.resume(hangs);
    }
  }

  @Test
  void a_call_too_many_waits_for_it_for_a_moment_only() {
    Predicate<OneAtATime> check = OneAtATime::isCheckRefused;
    Predicate<OneAtATime> write = OneAtATime::isWriteRefused;
    eventually(() -> isRefusedMeanwhile(check, check));
    eventually(() -> isRefusedMeanwhile(write, write));
    eventually(() -> isRefusedMeanwhile(write, check));
  }

  @Test
  void writes_that_it_does_not_answer_keep_others_from_it_and_those_that_it_refuses_do_not() {
    OneAtATime one = new OneAtATime();
    setReplicasNeeded(1);
    try {
      for (int i = 0; i < SOME; i++) {
        assertThat(one.isWriteRefused()).isTrue();
      }
      assertThat(one.isNoBreakerOpen()).as("it answered").isTrue();
    } finally {
      setReplicasNeeded(0);
    }
    assertThat(one.isWriteRefused()).isFalse();

    OneAtATime other = new OneAtATime();
    faults.pause("redis-pop1");
    try {
      eventually(() -> other.isWriteRefused() && !other.isNoBreakerOpen());
    } finally {
      faults.resume("redis-pop1");
    }
  }

  /** With one, a node without replicas takes no writes. */
  private void setReplicasNeeded(int replicas) {
    ScriptRunner.await(
        redis
            .on("pop1")
            .call(c -> c.configSet("min-replicas-to-write", Integer.toString(replicas))));
  }

  /** While another call waits for the server until its time-out. */
  private boolean isRefusedMeanwhile(Predicate<OneAtATime> first, Predicate<OneAtATime> second) {
    OneAtATime one = new OneAtATime();
    faults.pause("redis-pop1");
    try {
      CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> first.test(one));
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> waiting.isDone() || one.isFull());
      return second.test(one) && !waiting.isDone() && one.isNoBreakerOpen();
    } finally {
      faults.resume("redis-pop1");
    }
  }

  /** Calls to nodes of which each takes one caller at a time. */
  private final class OneAtATime {

    final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.of(service.getDefaultConfig());
    final BulkheadRegistry bulkheads = BulkheadRegistry.ofDefaults();
    final Shelf shelf = new Shelf(Group.pop(26_001, ON_POP_1), 0);
    final ShelfChecks checks;
    final ShelfWriter writer;

    OneAtATime() {
      CheckProperties settings = new CheckProperties(Duration.ofSeconds(10), 1);
      NodeGuards guards = new NodeGuards(breakers, bulkheads, settings);
      checks = new ShelfChecks(router, keys, near, guards, settings);
      writer = new ShelfWriter(keys, guards);
    }

    boolean isCheckRefused() {
      return checks.check(Map.of(shelf, List.of(16_001L)), new int[] {1}).values().stream()
          .allMatch(fit -> fit.status() == PlacedFit.Status.UNREACHED);
    }

    boolean isWriteRefused() {
      ShelfClusters clusters = new ShelfClusters("pop1", null);
      EncodedShelf empty = new EncodedShelf(shelf, clusters, 1, 0, new byte[0], new TreeMap<>());
      try {
        ScriptRunner.await(writer.tryWrite(empty, router.scripts("pop1"), 1));
        return false;
      } catch (BackendUnavailableException e) {
        return true;
      }
    }

    boolean isFull() {
      return bulkheads.getAllBulkheads().stream()
          .anyMatch(bulkhead -> bulkhead.getMetrics().getAvailableConcurrentCalls() == 0);
    }

    boolean isNoBreakerOpen() {
      return breakers.getAllCircuitBreakers().stream()
          .allMatch(breaker -> breaker.getState() == CircuitBreaker.State.CLOSED);
    }
  }
}
