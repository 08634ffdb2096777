package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.OwnRedis;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;

/** A sale goes on while its slot is moved to another node, and afterwards. */
@NotOnSharedServers
class ReshardingTest extends FlashSaleTest {

  private static final Logger log = LoggerFactory.getLogger(ReshardingTest.class);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int KEYS = 10_000;

  /** Who watches the nodes looks more often. */
  private static final Duration SEEN = Duration.ofSeconds(2);

  @Autowired private Promotions promotions;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void a_promotion_whose_slot_moves_stays_on_sale() {
    long promotion = onSale(terms(10).limit("PIN", 5));
    String first = freshOrder();
    tryGrab(first, promotion, 2).expect(201);
    StatefulRedisClusterConnection<byte[], byte[]> connection = connection();
    int slot = SlotHash.getSlot(PromotionKeys.of(promotion, namespace).record());
    RedisClusterNode from = connection.getPartitions().getMasterBySlot(slot);
    RedisClusterNode to = another(connection, from);

    move(connection, slot, from, to);
    try {
      grabInTheEnd(promotion, 1);
      tryGrab(first, promotion, 2).expect(200);
      tryGrab(freshOrder(), promotion, 3).expect(409, "limit-reached");
      assertThat(remaining(promotion)).isEqualTo(7);
    } finally {
      move(connection, slot, to, from);
    }
    grabInTheEnd(promotion, 2);
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  /** Else buyers would wait as long as for a node that died, until its replica takes over. */
  @ParameterizedTest(name = "{0} buckets")
  @CsvSource({"1, 0", "4, 2"})
  void buyers_wait_less_for_a_slot_that_moves_than_for_a_node_that_died(int count, int bucket) {
    long promotion = onSale(terms(1_000_000).buckets(count));
    Buckets buckets = promotions.bucketsOf(promotion).join().orElseThrow();
    StatefulRedisClusterConnection<byte[], byte[]> connection = connection();
    int slot = SlotHash.getSlot(PromotionKeys.of(promotion, bucket, namespace).record());
    RedisClusterNode from = connection.getPartitions().getMasterBySlot(slot);
    RedisClusterNode to = another(connection, from);
    Buyer buyer = new Buyer(promotion, buckets, bucket);

    // On a busy machine all may stand still for as long.
    Duration longest = OwnRedis.NODE_TIMEOUT;
    AtomicBoolean isAway = new AtomicBoolean();
    try {
      for (int tries = 0; tries < 3 && longest.compareTo(OwnRedis.NODE_TIMEOUT) >= 0; tries++) {
        Duration there =
            buyer.longestWait(
                () -> {
                  move(connection, slot, from, to);
                  isAway.set(true);
                });
        Duration back =
            buyer.longestWait(
                () -> {
                  move(connection, slot, to, from);
                  isAway.set(false);
                });
        longest = there.compareTo(back) > 0 ? there : back;
        log.info("Buyers waited for {}, and for {} when the slot moved back", there, back);
      }
    } finally {
      if (isAway.get()) {
        move(connection, slot, to, from);
      }
    }

    assertThat(longest).isLessThan(OwnRedis.NODE_TIMEOUT);
  }

  /** Grabs units of one bucket, one order after the other. */
  private final class Buyer {

    private final long promotion;
    private final Buckets buckets;
    private final int bucket;

    private Buyer(long promotion, Buckets buckets, int bucket) {
      this.promotion = promotion;
      this.buckets = buckets;
      this.bucket = bucket;
    }

    /** The longest time without a grab, from before a move until those who watch have seen it. */
    Duration longestWait(Runnable move) {
      Queue<Long> grabbed = new ConcurrentLinkedQueue<>();
      ScheduledExecutorService buyer = Executors.newSingleThreadScheduledExecutor();
      try {
        buyer.scheduleWithFixedDelay(() -> grab(grabbed), 0, 20, TimeUnit.MILLISECONDS);
        await().atMost(LONG).until(() -> grabbed.size() > 10);
        move.run();
        long end = System.nanoTime() + SEEN.toNanos();
        await().atMost(LONG).until(() -> grabbed.stream().anyMatch(at -> at - end > 0));
      } finally {
        buyer.shutdown();
      }
      List<Long> times = List.copyOf(grabbed);
      return Duration.ofNanos(
          IntStream.range(1, times.size())
              .mapToLong(i -> times.get(i) - times.get(i - 1))
              .max()
              .orElseThrow());
    }

    private void grab(Queue<Long> grabbed) {
      String order =
          Stream.generate(FlashSaleTest::freshOrder)
              .filter(id -> buckets.placeOf(id) == bucket)
              .findFirst()
              .orElseThrow();
      try {
        if (tryGrab(order, promotion, 1).status() == 201) {
          grabbed.add(System.nanoTime());
        }
      } catch (RuntimeException | AssertionError noAnswer) {
        log.info("No answer, as on a busy machine: {}", noAnswer.toString());
      }
    }
  }

  /** While clients learn where the slot is, a call may be refused; but it is not closed. */
  private void grabInTheEnd(long promotion, int quantity) {
    await()
        .atMost(LONG)
        .until(
            () -> {
              Reply reply = tryGrab(freshOrder(), promotion, quantity);
              assertThat(reply.code()).isNotEqualTo("recovering");
              return reply.status() == 201;
            });
  }

  private StatefulRedisClusterConnection<byte[], byte[]> connection() {
    return cluster.call(c -> CompletableFuture.completedFuture(c.getStatefulConnection())).join();
  }

  private static RedisClusterNode another(
      StatefulRedisClusterConnection<byte[], byte[]> connection, RedisClusterNode from) {
    return connection.getPartitions().stream()
        .filter(node -> node.getRole().isUpstream() && node != from)
        .findFirst()
        .orElseThrow();
  }

  private static void move(
      StatefulRedisClusterConnection<byte[], byte[]> connection,
      int slot,
      RedisClusterNode from,
      RedisClusterNode to) {
    RedisCommands<byte[], byte[]> source = connection.getConnection(from.getNodeId()).sync();
    RedisCommands<byte[], byte[]> target = connection.getConnection(to.getNodeId()).sync();
    RedisURI there = to.getUri();
    target.clusterSetSlotImporting(slot, from.getNodeId());
    source.clusterSetSlotMigrating(slot, to.getNodeId());
    List<byte[]> keys = source.clusterGetKeysInSlot(slot, KEYS);
    source.migrate(there.getHost(), there.getPort(), 0, 5_000, MigrateArgs.Builder.keys(keys));
    List.of(target, source).forEach(node -> node.clusterSetSlotNode(slot, to.getNodeId()));
  }
}
