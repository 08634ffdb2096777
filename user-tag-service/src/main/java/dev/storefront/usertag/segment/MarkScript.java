package dev.storefront.usertag.segment;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import dev.storefront.usertag.bitmap.EncodedSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts marks of one segment into a call of {@code usertag/applyMarks}. */
final class MarkScript {

  private static final LuaScript APPLY_MARKS = LuaScript.load("usertag/applyMarks");

  private MarkScript() {}

  /**
   * All marks must be of the segment. Of two for the same user and tag the later counts.
   *
   * @param pass the segment's
   * @param next its pass from then on
   */
  static ScriptCall call(
      SegmentLayout layout, SegmentKeys keys, List<Mark> marks, String pass, String next) {
    Map<Integer, Integer> tags = new LinkedHashMap<>();
    List<Object> changes = new ArrayList<>();
    for (Mark mark : marks) {
      changes.add(layout.offsetOf(mark.ordinal()));
      changes.add(
          mark.tag() == SegmentStore.KNOWN
              ? 0
              : tags.computeIfAbsent(mark.tag(), tag -> tags.size() + 1));
      changes.add(mark.present() ? 1 : 0);
    }
    List<String> names =
        new ArrayList<>(
            List.of(
                keys.sets(),
                keys.packed(),
                keys.tags(),
                keys.plain(SegmentStore.KNOWN),
                keys.plain(SegmentStore.ERASED)));
    tags.keySet().forEach(tag -> names.add(keys.plain(tag)));
    List<Object> args = new ArrayList<>(List.of(pass, next));
    args.add(EncodedSet.chunks(layout.segmentBits()));
    args.add(tags.size());
    args.addAll(tags.keySet());
    args.addAll(changes);
    return ScriptCall.of(APPLY_MARKS, names, args.toArray());
  }
}
