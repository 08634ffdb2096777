package dev.storefront.usertag.segment;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Builds segments in Redis, new ones and those that it lost. */
@Component
public class SegmentBuilds {

  /** After so long without a word whoever builds a segment counts as gone. */
  private static final int SILENT_SECONDS = 10;

  private static final LuaScript BEGIN_SEGMENT = LuaScript.load("usertag/beginSegment");

  private final SegmentLayout layout;
  private final Namespace namespace;
  private final ScriptRunner scripts;
  private final ScriptRunner writes;
  private final RandomGenerator random;
  private final Editions editions;

  SegmentBuilds(
      SegmentLayout layout,
      Namespace namespace,
      ScriptRunner scripts,
      RandomGenerator random,
      Editions editions) {
    this.layout = layout;
    this.namespace = namespace;
    this.scripts = scripts;
    this.writes = scripts.onAnotherConnection(); // a short call never waits behind what is long
    this.random = random;
    this.editions = editions;
  }

  /**
   * Has Redis forget the segment, so that nobody reads or changes it until {@link
   * SegmentBuild#end}. What is written must be read in the database after this.
   *
   * @throws BackendUnavailableException if somebody else builds the segment
   */
  public SegmentBuild begin(int segment) {
    return begin(segment, writes);
  }

  private SegmentBuild begin(int segment, ScriptRunner connection) {
    long generation = connection.generations().getOrDefault(RedisClusterAccess.DEFAULT, 1L);
    String token = Long.toHexString(random.nextLong());
    SegmentKeys keys = new SegmentKeys(namespace, segment);
    ScriptCall call =
        ScriptCall.of(
            BEGIN_SEGMENT,
            List.of(keys.sets(), keys.packed(), keys.tags(), keys.plain(SegmentStore.KNOWN)),
            token,
            SILENT_SECONDS);
    if (ScriptRunner.await(connection.integer(call)) == 0) {
      throw new BackendUnavailableException(
          "redis", false, new IllegalStateException("Somebody else builds segment " + segment));
    }
    return new SegmentBuild(layout.segmentBits(), keys, connection, token, generation);
  }

  /**
   * Begins the segments that have no user yet, and has the last one before them tell; to be called
   * before ordinals are given out, by one at a time: who has the counter of users locked.
   *
   * @param last the last ordinal that was given out, 0 before the first
   * @param more how many will be
   */
  public void open(long last, int more) {
    int before = layout.lastSegment(last);
    int after = layout.segmentOf(last + more);
    if (before >= 0 && before < after) {
      editions.change(IntStream.of(before));
    }
    for (int segment = before + 1; segment <= after; segment++) {
      begin(segment, scripts).end(List.of()); // nobody in it yet: short, and callers wait for it
    }
  }

  /**
   * To be called before the deletion of a tag is committed, by who has the removal of tags locked.
   *
   * @param last the last segment; from now on none tells the edition that it told before
   * @throws BackendUnavailableException if Redis is away: it must not be committed then
   */
  public void changeEditions(int last) {
    editions.change(IntStream.rangeClosed(0, last));
  }

  /** Has it confirmed soon, unless the segment tells another one by then. */
  public void confirmSoon(Edition edition) {
    editions.confirmSoon(edition);
  }

  /** Whether the segment's keys lie in one of the slots. */
  public boolean isIn(HashSlots slots, int segment) {
    return slots.covers(new SegmentKeys(namespace, segment).sets());
  }
}
