package dev.storefront.common.redis;

import dev.storefront.common.health.Replies;
import dev.storefront.common.redis.NodeWatch.Look;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.micrometer.core.instrument.Counter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A watch for each node of a cluster, replicas too. */
final class NodeWatches implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(NodeWatches.class);

  private final RedisClusterAccess redis;
  private final NodeWatch.Vetting vetting;
  private final Counter failures;
  private final Map<String, NodeWatch> watches = new ConcurrentHashMap<>();

  /** As many threads as nodes at most, for each is looked at once at a time. */
  private final ExecutorService lookers =
      Executors.newCachedThreadPool(
          look -> {
            Thread thread = new Thread(look, "redis-look");
            thread.setDaemon(true);
            return thread;
          });

  private @Nullable RedisClient client;
  private CompletableFuture<Void> refresh = CompletableFuture.completedFuture(null);
  private @Nullable CompletableFuture<Void> nextRefresh;

  NodeWatches(RedisClusterAccess redis, NodeWatch.Vetting vetting, Counter failures) {
    this.redis = redis;
    this.vetting = vetting;
    this.failures = failures;
  }

  /** True if the slot's owner is known and was looked at lately. */
  boolean isFresh(int slot) {
    StatefulRedisClusterConnection<byte[], byte[]> connection = redis.opened();
    if (connection == null) {
      return false;
    }
    RedisClusterNode owner = connection.getPartitions().getMasterBySlot(slot);
    NodeWatch watch = owner == null ? null : watches.get(owner.getNodeId());
    return watch != null && watch.isFresh();
  }

  /** Looks at the slot's owner, as far as the client knows it; no primary if it knows of none. */
  CompletableFuture<Look> lookAtOwner(int slot) {
    return nodes().stream()
        .filter(node -> node.hasSlot(slot))
        .findFirst()
        .map(owner -> watch(owner).look())
        .orElseGet(() -> CompletableFuture.completedFuture(new Look(null, 0)));
  }

  /** All watches, after asking the cluster anew which nodes there are. */
  CompletableFuture<List<NodeWatch>> all() {
    return refresh().thenApply(done -> nodes().stream().map(this::watch).toList());
  }

  /**
   * Looks at all nodes. The future ends when all have answered or failed.
   *
   * @return true if each that has slots has answered
   */
  CompletableFuture<Boolean> lookAtAll() {
    List<RedisClusterNode> nodes = nodes();
    Set<String> ids = nodes.stream().map(RedisClusterNode::getNodeId).collect(Collectors.toSet());
    watches.entrySet().removeIf(watch -> !ids.contains(watch.getKey()) && close(watch.getValue()));
    if (watches.values().stream().anyMatch(watch -> !ids.containsAll(watch.neighbours()))) {
      refresh();
    }
    return Replies.all(
            nodes.stream()
                .map(node -> watch(node).look().handle((look, error) -> isSeen(node, error))))
        .thenApply(seen -> seen.stream().allMatch(Boolean::booleanValue));
  }

  private boolean isSeen(RedisClusterNode node, @Nullable Throwable error) {
    if (error == null) {
      return true;
    }
    failures.increment();
    log.debug("Redis node {} could not be looked at", node.getUri(), error);
    return node.hasNoSlots();
  }

  /** A copy: what the client has may change at any time. */
  private List<RedisClusterNode> nodes() {
    StatefulRedisClusterConnection<byte[], byte[]> connection = redis.opened();
    return connection == null ? List.of() : List.copyOf(connection.getPartitions());
  }

  /**
   * Asks the cluster anew which nodes there are. However many calls want to know, one question is
   * under way at a time; who comes meanwhile waits for the next one, for a slot may have moved
   * since this one was asked.
   */
  private synchronized CompletableFuture<Void> refresh() {
    CompletableFuture<Void> next = nextRefresh;
    if (next != null && !next.isDone()) {
      return next;
    }
    if (refresh.isDone()) {
      return ask();
    }
    next = refresh.handle((done, error) -> done).thenCompose(done -> ask());
    nextRefresh = next;
    return next;
  }

  private synchronized CompletableFuture<Void> ask() {
    nextRefresh = null;
    refresh = redis.client().refreshPartitionsAsync().toCompletableFuture();
    return refresh;
  }

  private NodeWatch watch(RedisClusterNode node) {
    return watches.compute(
        node.getNodeId(),
        (id, known) -> {
          if (known != null && known.uri().equals(node.getUri())) {
            return known;
          }
          if (known != null) {
            known.close();
          }
          return new NodeWatch(client(), node.getUri(), redis.timeout(), vetting, lookers);
        });
  }

  private static boolean close(NodeWatch watch) {
    watch.close();
    return true;
  }

  /** Its connections do not outlive the process that they were made to. */
  private synchronized RedisClient client() {
    RedisClient known = client;
    if (known == null) {
      known = RedisClient.create(redis.client().getResources());
      known.setOptions(redis.client().getOptions().mutate().autoReconnect(false).build());
      client = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    lookers.shutdownNow();
    watches.values().forEach(NodeWatch::close);
    RedisClient opened = client;
    if (opened != null) {
      opened.shutdownAsync();
    }
  }
}
