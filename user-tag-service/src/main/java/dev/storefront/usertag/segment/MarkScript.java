package dev.storefront.usertag.segment;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts marks of one segment into a call of {@code usertag/applyMarks}. */
final class MarkScript {

  private static final LuaScript APPLY_MARKS = LuaScript.load("usertag/applyMarks");

  private final SegmentLayout layout;
  private final SegmentKeys keys;
  private final Map<Integer, Integer> tagIndexes = new LinkedHashMap<>();
  private final Map<Long, Integer> userIndexes = new LinkedHashMap<>();
  private final List<Object> marks = new ArrayList<>();

  MarkScript(SegmentLayout layout, SegmentKeys keys) {
    this.layout = layout;
    this.keys = keys;
  }

  /** All marks must be of the segment. Of two for the same user and tag the later counts. */
  static ScriptCall call(SegmentLayout layout, SegmentKeys keys, List<Mark> marks) {
    MarkScript script = new MarkScript(layout, keys);
    marks.forEach(script::add);
    return script.toCall();
  }

  private void add(Mark mark) {
    marks.add(userIndexes.computeIfAbsent(mark.ordinal(), o -> userIndexes.size() + 1));
    marks.add(tagIndexes.computeIfAbsent(mark.tag(), t -> tagIndexes.size() + 1));
    marks.add(mark.present() ? 1 : 0);
  }

  private ScriptCall toCall() {
    List<String> names = new ArrayList<>(List.of(keys.knownUsers(), keys.counts()));
    tagIndexes.keySet().forEach(tag -> names.add(keys.usersOf(tag)));
    userIndexes.keySet().forEach(ordinal -> names.add(keys.tagsOf(ordinal)));
    List<Object> args = new ArrayList<>();
    args.add(tagIndexes.size());
    args.addAll(tagIndexes.keySet());
    userIndexes.keySet().forEach(ordinal -> args.add(layout.offsetOf(ordinal)));
    args.addAll(marks);
    return ScriptCall.of(APPLY_MARKS, names, args.toArray());
  }
}
