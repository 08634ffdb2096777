package dev.storefront.usertag.segment;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import java.util.ArrayList;
import java.util.Collection;
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
   * @param encoding as of {@link EncodedSet}
   * @param bytes empty if nobody is in it
   * @param users how many the index says there are
   */
  public record Stored(int tag, long version, int encoding, byte[] bytes, int users) {

    /** Who is in it; fails as {@link EncodedSet#decode}. */
    Bitmap decode(int segmentBits) {
      return EncodedSet.decode(encoding, bytes, segmentBits);
    }

    /**
     * The same, unless there are not as many as the index says: a set was cut short, or one of
     * another time is there.
     *
     * @throws IllegalArgumentException if so, and as {@link #decode}
     */
    Bitmap decodeWhole(int segmentBits) {
      Bitmap found = decode(segmentBits);
      if (found.cardinality() != users) {
        throw new IllegalArgumentException(
            "A set has %d users and not %d".formatted(found.cardinality(), users));
      }
      return found;
    }
  }

  /** These, if each is whole; else it fails as {@link Stored#decodeWhole}. */
  StoredSets whole(int segmentBits) {
    sets.forEach(set -> set.decodeWhole(segmentBits));
    return this;
  }

  /** What is cached, to be asked whether it is the same still: of several buildings nothing is. */
  static StoredSets of(Collection<CachedSet> cached) {
    List<String> builds = cached.stream().map(CachedSet::build).distinct().toList();
    return new StoredSets(
        builds.size() == 1 ? builds.get(0) : "", cached.stream().map(CachedSet::set).toList());
  }

  /**
   * Asks for those of the sets that are not these.
   *
   * @param missing the version of one that is not among these: 0 if nobody is in it, -1 if nothing
   *     is known of it
   */
  ScriptCall call(LuaScript readSets, SegmentKeys keys, List<Integer> tags, long missing) {
    Map<Integer, Long> versions =
        sets.stream().collect(Collectors.toMap(Stored::tag, Stored::version));
    List<String> names = new ArrayList<>(List.of(keys.sets(), keys.packed()));
    List<Object> args = new ArrayList<>(List.of(build));
    for (int tag : tags) {
      names.add(keys.plain(tag));
      args.add(tag);
      args.add(versions.getOrDefault(tag, missing));
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
