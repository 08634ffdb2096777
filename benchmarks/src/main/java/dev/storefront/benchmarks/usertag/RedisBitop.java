package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.stack.RedisOfStack;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.ByteBuffer;

/** Strings of all bits, combined by Redis with BITOP as the design article does. */
final class RedisBitop implements SetLayout<byte[]>, AutoCloseable {

  private static final String PREFIX = "bench:{bitop}:";

  private final RedisOfStack redis;
  private final RedisCommands<byte[], byte[]> node;
  private int made;

  RedisBitop(RedisOfStack redis) {
    this.redis = redis;
    this.node = redis.nodeOf(PREFIX);
    close();
  }

  @Override
  public byte[] of(long[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    for (long word : words) {
      bytes.putLong(Long.reverse(word));
    }
    byte[] key = key("set" + made++);
    node.set(key, bytes.array());
    return key;
  }

  @Override
  public byte[] and(byte[] one, byte[] other) {
    byte[] result = key("and");
    node.bitopAnd(result, one, other);
    return result;
  }

  @Override
  public byte[] or(byte[] one, byte[] other) {
    byte[] result = key("or");
    node.bitopOr(result, one, other);
    return result;
  }

  @Override
  public byte[] andNot(byte[] one, byte[] other) {
    byte[] not = key("not");
    node.bitopNot(not, other);
    byte[] result = key("and-not");
    node.bitopAnd(result, one, not);
    return result;
  }

  @Override
  public long andCount(byte[] one, byte[] other) {
    return count(and(one, other));
  }

  @Override
  public long count(byte[] set) {
    return node.bitcount(set);
  }

  private static byte[] key(String name) {
    return RedisOfStack.bytes(PREFIX + name);
  }

  @Override
  public void close() {
    redis.delete(node, PREFIX);
  }
}
