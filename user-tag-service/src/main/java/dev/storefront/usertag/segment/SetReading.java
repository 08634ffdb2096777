package dev.storefront.usertag.segment;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import dev.storefront.usertag.bitmap.Bitmap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One reading of sets of a segment: asks for what is not cached, and caches what comes. */
final class SetReading {

  private final int segment;
  private final List<Integer> wanted;
  private final SegmentCache cache;
  private final List<@Nullable CachedSet> cached = new ArrayList<>();

  /**
   * @param wanted tags' numbers, or {@link SegmentStore#KNOWN}
   */
  SetReading(int segment, List<Integer> wanted, SegmentCache cache) {
    this.segment = segment;
    this.wanted = wanted;
    this.cache = cache;
    wanted.forEach(tag -> cached.add(cache.get(segment, tag)));
  }

  ScriptCall call(LuaScript readSets, SegmentKeys keys) {
    List<String> names = new ArrayList<>(List.of(keys.sets(), keys.packed()));
    List<Object> args = new ArrayList<>();
    String build = build();
    args.add(build);
    for (int i = 0; i < wanted.size(); i++) {
      names.add(keys.plain(wanted.get(i)));
      CachedSet set = cached.get(i);
      args.add(wanted.get(i));
      // 0 would say that an empty set is known.
      args.add(set == null || !set.build().equals(build) ? -1 : set.version());
    }
    return ScriptCall.of(readSets, names, args.toArray());
  }

  /** That of all cached sets, if they have the same; else everything comes anew. */
  private String build() {
    List<String> builds =
        cached.stream().filter(Objects::nonNull).map(CachedSet::build).distinct().toList();
    return builds.size() == 1 ? builds.get(0) : "";
  }

  /** In the order in which they were wanted. */
  List<Bitmap> users(List<Object> reply, int segmentBits) {
    String build = SegmentReplies.text(reply.get(0));
    List<Bitmap> users = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      CachedSet set = cached.get(i);
      if (reply.get(i + 1) instanceof List<?> sent) {
        set =
            CachedSet.of(
                build,
                (Long) sent.get(0),
                Math.toIntExact((Long) sent.get(1)),
                (byte[]) sent.get(2));
        cache.put(segment, wanted.get(i), set);
      }
      users.add(Objects.requireNonNull(set).users(segmentBits));
    }
    return users;
  }
}
