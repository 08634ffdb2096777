package dev.storefront.benchmarks.fitment;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import io.lettuce.core.RedisURI;
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

/** The stack's Redis Cluster, and what its nodes say about themselves. */
final class RedisOfStack implements AutoCloseable {

  private static final String SEPARATOR = "\r\n";

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<byte[], byte[]> connection;

  RedisOfStack(PortAssignment ports) {
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
  RedisCommands<byte[], byte[]> nodeOf(String key) {
    int slot = SlotHash.getSlot(key);
    return connection
        .getConnection(connection.getPartitions().getPartitionBySlot(slot).getNodeId())
        .sync();
  }

  /** Bytes that a node has allocated for its data. */
  static long usedMemory(RedisCommands<byte[], byte[]> node) {
    return number(node.info("memory"), "used_memory:(\\d+)");
  }

  /** Microseconds that a node has spent on scripts that are called by their digests. */
  static long scriptMicros(RedisCommands<byte[], byte[]> node) {
    return number(node.info("commandstats"), "cmdstat_evalsha:calls=\\d+,usec=(\\d+)");
  }

  /** Deletes the keys of a namespace. */
  void delete(RedisCommands<byte[], byte[]> node, String namespace) {
    for (byte[] key : node.keys(namespace + ":*")) {
      node.del(key);
    }
  }

  /** Deletes the keys of a namespace on all nodes. */
  void deleteEverywhere(String namespace) {
    connection
        .getPartitions()
        .forEach(node -> delete(connection.getConnection(node.getNodeId()).sync(), namespace));
  }

  static byte[] bytes(String text) {
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
