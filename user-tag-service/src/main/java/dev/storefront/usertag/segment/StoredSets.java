package dev.storefront.usertag.segment;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sets of users of a segment, as Redis stores them.
 *
 * @param build which building of the segment they are of; empty if there are none, or of several
 */
public record StoredSets(String build, List<Stored> sets) {

  /** The caller has none. */
  public static final StoredSets NONE = new StoredSets("", List.of());

  /**
   * A set.
   *
   * @param tag the tag's number, or {@link SegmentStore#KNOWN}
   * @param version within the building
   * @param encoding as of {@link dev.storefront.usertag.bitmap.EncodedSet}
   * @param bytes empty if nobody is in it
   * @param users how many the index says there are
   */
  public record Stored(int tag, long version, int encoding, byte[] bytes, int users) {}

  /** Asks for those of the sets that are not these. */
  ScriptCall call(LuaScript readSets, SegmentKeys keys, List<Integer> tags) {
    Map<Integer, Long> versions =
        sets.stream().collect(Collectors.toMap(Stored::tag, Stored::version));
    List<String> names = new ArrayList<>(List.of(keys.sets(), keys.packed()));
    List<Object> args = new ArrayList<>(List.of(build));
    for (int tag : tags) {
      names.add(keys.plain(tag));
      args.add(tag);
      args.add(versions.getOrDefault(tag, 0L)); // what is not there has no users
    }
    return ScriptCall.of(readSets, names, args.toArray());
  }

  /** The reply to {@link #call}. */
  static StoredSets of(List<Object> reply, List<Integer> tags) {
    List<Stored> changed = new ArrayList<>();
    for (int i = 0; i < tags.size(); i++) {
      if (reply.get(i + 1) instanceof List<?> sent) {
        changed.add(
            new Stored(
                tags.get(i),
                (Long) sent.get(0),
                Math.toIntExact((Long) sent.get(1)),
                (byte[]) sent.get(2),
                Math.toIntExact((Long) sent.get(3))));
      }
    }
    return new StoredSets(SegmentReplies.text(reply.get(0)), changed);
  }
}
