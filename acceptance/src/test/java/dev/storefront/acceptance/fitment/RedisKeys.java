package dev.storefront.acceptance.fitment;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the service keeps in Redis, reached past the service. */
final class RedisKeys implements AutoCloseable {

  private static final String ALL = "fitment:*";
  private static final int SCANNED_AT_ONCE = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final RedisClient client = RedisClient.create();
  private final List<StatefulRedisConnection<String, byte[]>> nodes;

  /** Of a cluster whose nodes are all primaries on this machine. */
  RedisKeys(List<Integer> ports) {
    RedisCodec<String, byte[]> codec = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    nodes =
        ports.stream()
            .map(port -> RedisURI.builder().withHost("127.0.0.1").withPort(port))
            .map(uri -> client.connect(codec, uri.withTimeout(TIMEOUT).build()))
            .toList();
  }

  long count() {
    return nodes.stream().mapToLong(node -> keys(node.sync(), ALL).count()).sum();
  }

  /** Deletes all of it. */
  void lose() {
    nodes.forEach(node -> keys(node.sync(), ALL).forEach(node.sync()::unlink));
  }

  /** A copy of the keys that begin so. */
  Map<String, byte[]> copy(String prefix) {
    Map<String, byte[]> copies = new HashMap<>();
    for (StatefulRedisConnection<String, byte[]> node : nodes) {
      keys(node.sync(), prefix + "*").forEach(key -> copies.put(key, node.sync().dump(key)));
    }
    return copies;
  }

  /** Puts copies back. */
  void restore(Map<String, byte[]> copies) {
    for (StatefulRedisConnection<String, byte[]> node : nodes) {
      keys(node.sync(), ALL)
          .filter(copies::containsKey)
          .forEach(
              key ->
                  node.sync().restore(key, copies.get(key), RestoreArgs.Builder.ttl(0).replace()));
    }
  }

  private static Stream<String> keys(RedisCommands<String, byte[]> node, String pattern) {
    return ScanIterator.scan(node, ScanArgs.Builder.matches(pattern).limit(SCANNED_AT_ONCE))
        .stream()
        .toList()
        .stream();
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
