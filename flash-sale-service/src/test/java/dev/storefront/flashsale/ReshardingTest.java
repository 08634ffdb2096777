package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.testing.NotOnSharedServers;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A sale goes on while its slot is moved to another node, and afterwards. */
@NotOnSharedServers
class ReshardingTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int KEYS = 10_000;

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void a_promotion_whose_slot_moves_stays_on_sale() {
    long promotion = onSale(terms(10).limit("PIN", 5));
    String first = freshOrder();
    tryGrab(first, promotion, 2).expect(201);
    StatefulRedisClusterConnection<byte[], byte[]> connection =
        cluster.call(c -> CompletableFuture.completedFuture(c.getStatefulConnection())).join();
    int slot = SlotHash.getSlot(PromotionKeys.of(promotion, namespace).record());
    RedisClusterNode from = connection.getPartitions().getMasterBySlot(slot);
    RedisClusterNode to =
        connection.getPartitions().stream()
            .filter(node -> node.getRole().isUpstream() && node != from)
            .findFirst()
            .orElseThrow();

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
