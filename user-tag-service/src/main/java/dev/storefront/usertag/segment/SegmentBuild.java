package dev.storefront.usertag.segment;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.usertag.bitmap.EncodedSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Builds one segment: takes its users in ascending order, writes their own tags on the way and the
 * sets of users at the end. Used by one thread.
 */
public final class SegmentBuild {

  private static final int SETS_PER_CALL = 250;
  private static final int BYTES_PER_CALL = 512 * 1024;

  /** So few that the builder is heard of in time, and that the script can take a block of each. */
  private static final int USERS_PER_CALL = 2_048;

  private static final LuaScript WRITE_SETS = LuaScript.load("usertag/writeSets");
  private static final LuaScript WRITE_BLOCKS = LuaScript.load("usertag/writeBlocks");
  private static final LuaScript END_SEGMENT = LuaScript.load("usertag/endSegment");

  private final int segmentBits;
  private final SegmentKeys keys;
  private final ScriptRunner scripts;
  private final String token;
  private final long generation;
  private final Map<Integer, IntStream.Builder> sets = new HashMap<>();
  private final TagBlocks blocks = new TagBlocks();
  private int longSets;
  private int users;
  private int next;

  SegmentBuild(
      int segmentBits, SegmentKeys keys, ScriptRunner scripts, String token, long generation) {
    this.segmentBits = segmentBits;
    this.keys = keys;
    this.scripts = scripts;
    this.token = token;
    this.generation = generation;
  }

  /**
   * Adds a known user. Who lies between the one before and him was erased.
   *
   * @param offset in the segment, higher than the one before
   * @param tags the numbers of his tags, ascending
   * @throws BackendUnavailableException if somebody else builds the segment, or Redis lost what was
   *     written
   */
  public void add(int offset, int[] tags) {
    erasedUpTo(offset);
    next = offset + 1;
    placesOf(SegmentStore.KNOWN).add(offset);
    for (int tag : tags) {
      placesOf(tag).add(offset);
    }
    blocks.add(offset, tags);
    users++;
    if (users % USERS_PER_CALL == 0 || blocks.fullBytes() > BYTES_PER_CALL) {
      write(blocks.takeFull());
    }
  }

  /**
   * Those behind the last user who was added were erased.
   *
   * @param offset of the first one of whom that is not known
   */
  public void erasedUpTo(int offset) {
    for (; next < offset; next++) {
      placesOf(SegmentStore.ERASED).add(next);
    }
  }

  /**
   * Has the segment be read and changed from now on.
   *
   * @param tags all there are
   * @throws BackendUnavailableException if somebody else builds the segment, or Redis lost what was
   *     written
   */
  public void end(Collection<Integer> tags) {
    write(blocks.takeAll());
    TreeSet<Integer> all = new TreeSet<>(tags);
    all.addAll(sets.keySet());
    all.addAll(List.of(SegmentStore.KNOWN, SegmentStore.ERASED));
    writeSets(new ArrayList<>(all));
    require(
        ScriptCall.of(
            END_SEGMENT,
            List.of(keys.sets(), keys.packed(), keys.tags()),
            token,
            generation,
            longSets,
            blocks.written()));
  }

  private IntStream.Builder placesOf(int tag) {
    return sets.computeIfAbsent(tag, t -> IntStream.builder());
  }

  /** Without a block it is a sign of life. */
  private void write(List<Object> numbersAndBlocks) {
    List<Object> args = new ArrayList<>(List.of(token));
    args.addAll(numbersAndBlocks);
    require(ScriptCall.of(WRITE_BLOCKS, List.of(keys.sets(), keys.tags()), args.toArray()));
  }

  private void writeSets(List<Integer> tags) {
    int next = 0;
    while (next < tags.size()) {
      List<String> names = new ArrayList<>(List.of(keys.sets(), keys.packed()));
      List<Object> args = new ArrayList<>(List.of(token));
      int bytes = 0;
      int end = Math.min(next + SETS_PER_CALL, tags.size());
      for (; next < end && bytes < BYTES_PER_CALL; next++) {
        names.add(keys.plain(tags.get(next)));
        bytes += add(tags.get(next), args);
      }
      require(ScriptCall.of(WRITE_SETS, names, args.toArray()));
    }
  }

  private int add(int tag, List<Object> args) {
    IntStream.Builder places = sets.remove(tag);
    int[] offsets = places == null ? new int[0] : places.build().toArray();
    EncodedSet set = EncodedSet.of(offsets, segmentBits);
    if (set.encoding() != EncodedSet.PLAIN && set.bytes().length > EncodedSet.LONGEST_INLINE) {
      longSets++;
    }
    args.addAll(set.toldOf(tag));
    return set.bytes().length;
  }

  private void require(ScriptCall call) {
    if (ScriptRunner.await(scripts.integer(call)) == 0) {
      throw new BackendUnavailableException(
          "redis",
          false,
          new IllegalStateException("The build of " + keys.sets() + " is lost, or another's"));
    }
  }
}
