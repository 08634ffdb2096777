package dev.storefront.usertag.segment;

import static java.util.stream.Collectors.groupingBy;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.usertag.bitmap.Bitmap;
import io.lettuce.core.KeyValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * The bitmaps in Redis. A segment's tag bitmaps, its users' own bitmaps, its known users and its
 * counts change together, in one script; each reading of a segment is one command, so it sees all
 * of a change or nothing. Calls fail as {@link ScriptRunner} says.
 */
@Component
public final class SegmentStore {

  /** Marks in one script call: some milliseconds of Redis's time. */
  private static final int LARGEST_CALL = 1000;

  private final SegmentLayout layout;
  private final OrdinalSpace ordinals;
  private final Namespace namespace;
  private final ScriptRunner scripts;
  private final RedisClusterAccess redis;

  SegmentStore(
      SegmentLayout layout,
      OrdinalSpace ordinals,
      Namespace namespace,
      ScriptRunner scripts,
      RedisClusterAccess redis) {
    this.layout = layout;
    this.ordinals = ordinals;
    this.namespace = namespace;
    this.scripts = scripts;
    this.redis = redis;
  }

  /** How ordinals are cut into segments. */
  public SegmentLayout layout() {
    return layout;
  }

  /** The highest ordinal that was given to a user, 0 before the first: about how many there are. */
  public long highestOrdinal() {
    return ordinals.highest();
  }

  /** The last segment that a user's ordinal lies in. */
  public int lastSegment() {
    return layout.segmentOf(ordinals.highest());
  }

  /**
   * Makes every mark so, its user known and the counts right; waits until it is done. Idempotent.
   * Of two marks for the same user and tag the later counts.
   */
  public void apply(Collection<Mark> marks) {
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    marks.stream()
        .collect(groupingBy(mark -> layout.segmentOf(mark.ordinal())))
        .forEach((segment, ofSegment) -> calls.addAll(start(segment, ofSegment)));
    calls.forEach(ScriptRunner::await);
  }

  private List<CompletableFuture<Long>> start(int segment, List<Mark> marks) {
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int from = 0; from < marks.size(); from += LARGEST_CALL) {
      List<Mark> part = marks.subList(from, Math.min(from + LARGEST_CALL, marks.size()));
      calls.add(scripts.integer(MarkScript.call(layout, keys(segment), part)));
    }
    return calls;
  }

  /** Whether the user has the tag. */
  public boolean has(long ordinal, int tag) {
    byte[] key = bytes(keys(layout.segmentOf(ordinal)).usersOf(tag));
    int offset = layout.offsetOf(ordinal);
    return ScriptRunner.await(redis.call(commands -> commands.getbit(key, offset))) == 1;
  }

  /** The numbers of the user's tags, as bits. Tags that were deleted may be among them. */
  public Bitmap tagsOf(long ordinal) {
    byte[] key = bytes(keys(layout.segmentOf(ordinal)).tagsOf(ordinal));
    return Bitmap.of(ScriptRunner.await(redis.call(commands -> commands.get(key))));
  }

  /**
   * The segment's bitmaps at one moment: one for each tag in the given order, then the known users.
   *
   * @param knownUsers whether the known users are wanted; else the last one is empty
   */
  public CompletableFuture<List<Bitmap>> read(int segment, List<Integer> tags, boolean knownUsers) {
    SegmentKeys keys = keys(segment);
    byte[][] names =
        Stream.concat(
                tags.stream().map(keys::usersOf),
                knownUsers ? Stream.of(keys.knownUsers()) : Stream.empty())
            .map(SegmentStore::bytes)
            .toArray(byte[][]::new);
    return redis
        .call(commands -> commands.mget(names))
        .thenApply(
            values ->
                Stream.concat(
                        values.stream().map(SegmentStore::bitmap),
                        knownUsers ? Stream.empty() : Stream.of(Bitmap.EMPTY))
                    .toList());
  }

  /**
   * How many users have each tag: a sum over all segments.
   *
   * @param tags the tags' numbers, one or more
   * @return in the order of {@code tags}
   */
  public long[] counts(List<Integer> tags) {
    byte[][] fields =
        tags.stream().map(String::valueOf).map(SegmentStore::bytes).toArray(byte[][]::new);
    List<CompletableFuture<List<KeyValue<byte[], byte[]>>>> calls =
        IntStream.rangeClosed(0, lastSegment())
            .mapToObj(segment -> bytes(keys(segment).counts()))
            .map(key -> redis.call(commands -> commands.hmget(key, fields)))
            .toList();
    long[] sums = new long[fields.length];
    for (var call : calls) {
      List<KeyValue<byte[], byte[]>> ofSegment = ScriptRunner.await(call);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += ofSegment.get(i).map(SegmentStore::number).getValueOrElse(0L);
      }
    }
    return sums;
  }

  private SegmentKeys keys(int segment) {
    return new SegmentKeys(namespace, segment);
  }

  private static Bitmap bitmap(KeyValue<byte[], byte[]> value) {
    return Bitmap.of(value.getValueOrElse(null));
  }

  private static long number(byte[] text) {
    return Long.parseLong(new String(text, StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
