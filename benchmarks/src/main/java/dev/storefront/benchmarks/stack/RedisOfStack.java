package dev.storefront.benchmarks.stack;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The stack's Redis Cluster, and what its nodes say about themselves. */
public final class RedisOfStack implements AutoCloseable {

  private static final String SEPARATOR = "\r\n";
  private static final int KEYS_AT_ONCE = 10_000;
  private static final Duration SETTLING = Duration.ofSeconds(30);

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<byte[], byte[]> connection;

  /** Connects to it. */
  public RedisOfStack(PortAssignment ports) {
    client =
        RedisClusterClient.create(
            List.of(
                RedisURI.builder()
                    .withHost("127.0.0.1")
                    .withPort(ports.get(Port.REDIS_1))
                    .withTimeout(Duration.ofMinutes(1))
                    .build()));
    connection = client.connect(ByteArrayCodec.INSTANCE);
  }

  /** The node that has this key's slot. */
  public RedisCommands<byte[], byte[]> nodeOf(String key) {
    int slot = SlotHash.getSlot(key);
    return connection
        .getConnection(connection.getPartitions().getPartitionBySlot(slot).getNodeId())
        .sync();
  }

  /** The port of the node that has this key's slot. */
  public int portOf(String key) {
    return connection.getPartitions().getPartitionBySlot(SlotHash.getSlot(key)).getUri().getPort();
  }

  /** Bytes that a node has allocated for its data. */
  public static long usedMemory(RedisCommands<byte[], byte[]> node) {
    return number(node.info("memory"), "used_memory:(\\d+)");
  }

  /** Bytes that all nodes have allocated for their data. */
  public long usedMemory() {
    return nodes().mapToLong(RedisOfStack::usedMemory).sum();
  }

  /** Microseconds that a node has spent on scripts that are called by their digests. */
  public static long scriptMicros(RedisCommands<byte[], byte[]> node) {
    return number(node.info("commandstats"), "cmdstat_evalsha:calls=\\d+,usec=(\\d+)");
  }

  /**
   * The same once it is quiet: Redis makes its tables smaller, and frees what was unlinked, a
   * little later.
   *
   * @param slack bytes by which it may still change
   */
  public long settledMemory(long slack) {
    long[] last = {0, usedMemory()};
    ServiceUnderTest.await(
        "a quiet Redis",
        SETTLING,
        () -> {
          last[0] = last[1];
          last[1] = usedMemory();
          return Math.abs(last[0] - last[1]) < slack;
        });
    return last[1];
  }

  /** Deletes the keys that begin so on one node. */
  public void delete(RedisCommands<byte[], byte[]> node, String prefix) {
    ScanArgs some = ScanArgs.Builder.matches(prefix + "*").limit(KEYS_AT_ONCE);
    KeyScanCursor<byte[]> found = node.scan(some);
    while (true) {
      // Each by itself: a node takes no command with keys of several slots.
      found.getKeys().forEach(key -> node.getStatefulConnection().async().del(key));
      // Waits for all before it.
      node.ping();
      if (found.isFinished()) {
        return;
      }
      found = node.scan(found, some);
    }
  }

  /** Deletes the keys that begin so on all nodes. */
  public void delete(String prefix) {
    nodes().forEach(node -> delete(node, prefix));
  }

  private Stream<RedisCommands<byte[], byte[]>> nodes() {
    return connection.getPartitions().stream()
        .filter(node -> node.getRole().isUpstream())
        .map(node -> connection.getConnection(node.getNodeId()).sync());
  }

  /** As Redis gets it. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long number(String info, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(info.replace(SEPARATOR, "\n"));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
