package dev.storefront.usertag.segment;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.lua.LuaScript;
import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Marks of some blocks of a segment, and what becomes by them of the sets and blocks that were
 * read. Used by one thread, for one try.
 */
final class PartMarks {

  private static final LuaScript READ_PART = LuaScript.load("usertag/readPart");
  private static final LuaScript WRITE_PART = LuaScript.load("usertag/writePart");

  /** Before the sets in the reply: what tells the building, the pass, the number of changes. */
  static final int FIRST_SET = 3;

  private static final byte[] NOTHING = {};

  private final SegmentLayout layout;
  private final SegmentKeys keys;
  private final List<List<Mark>> blocks;

  /** The tags that the marks are about, the known users and the erased ones, by their numbers. */
  private final List<Integer> sets;

  private final List<String> names;
  private final List<Object> changes = new ArrayList<>();
  private byte[] pass = NOTHING;
  private byte[] version = NOTHING;
  private long changed;

  /**
   * @param blocks the marks of each block, in their order; erases nobody
   */
  PartMarks(SegmentLayout layout, SegmentKeys keys, List<List<Mark>> blocks) {
    this.layout = layout;
    this.keys = keys;
    this.blocks = blocks;
    this.names = new ArrayList<>(List.of(keys.sets(), keys.packed(), keys.tags()));
    this.sets = new ArrayList<>(List.of(SegmentStore.KNOWN, SegmentStore.ERASED));
    blocks.stream()
        .flatMap(List::stream)
        .map(Mark::tag)
        .filter(tag -> tag != SegmentStore.KNOWN)
        .distinct()
        .forEach(sets::add);
  }

  /** Asks for blocks alone: in the place of sets there are none. */
  static ScriptCall readBlocks(SegmentKeys keys, int first, int count) {
    return ScriptCall.of(
        READ_PART,
        List.of(keys.sets(), keys.packed(), keys.tags()),
        IntStream.range(first, first + count).boxed().toArray());
  }

  /** Asks for the sets and the blocks as they are. */
  ScriptCall read() {
    List<String> read = new ArrayList<>(names);
    sets.forEach(tag -> read.add(keys.plain(tag)));
    List<Object> args = new ArrayList<>(sets);
    blocks.forEach(marks -> args.add(number(marks)));
    return ScriptCall.of(READ_PART, read, args.toArray());
  }

  /**
   * Makes the marks, of what {@link #read} was answered.
   *
   * @return false if somebody is to get a tag who was erased
   */
  boolean make(List<Object> reply) {
    pass = (byte[]) reply.get(1);
    version = (byte[]) reply.get(2);
    List<Bitmap> before = new ArrayList<>();
    for (int set = 0; set < sets.size(); set++) {
      before.add(decoded(reply.get(FIRST_SET + set)));
    }
    Bitmap known = before.get(0);
    Bitmap erased = before.get(1);
    if (!erased.and(places(Mark::present)).isEmpty()) {
      return false;
    }
    // Also whoever is to have a tag no more.
    put(SegmentStore.KNOWN, known, known.or(places(mark -> true)).andNot(erased));
    for (int set = 2; set < sets.size(); set++) {
      int tag = sets.get(set);
      BitSet given = new BitSet();
      BitSet taken = new BitSet();
      each(
          mark -> {
            if (mark.tag() == tag) {
              given.set(place(mark), mark.present());
              taken.set(place(mark), !mark.present());
            }
          });
      put(tag, before.get(set), before.get(set).or(bits(given)).andNot(bits(taken)));
    }
    for (int block = 0; block < blocks.size(); block++) {
      byte[] bytes =
          reply.get(FIRST_SET + sets.size() + block) instanceof byte[] there ? there : NOTHING;
      putBlock(blocks.get(block), bytes, before);
    }
    return true;
  }

  private void each(Consumer<Mark> action) {
    blocks.forEach(marks -> marks.forEach(action));
  }

  private Bitmap places(Predicate<Mark> wanted) {
    BitSet places = new BitSet();
    each(
        mark -> {
          if (wanted.test(mark)) {
            places.set(place(mark));
          }
        });
    return bits(places);
  }

  private static Bitmap bits(BitSet places) {
    return Bitmap.ofPositions(places.stream().toArray());
  }

  private int place(Mark mark) {
    return layout.offsetOf(mark.ordinal());
  }

  private Bitmap decoded(@Nullable Object set) {
    if (!(set instanceof List<?> sent)) {
      return Bitmap.EMPTY;
    }
    Bitmap bitmap =
        EncodedSet.decode(
            Math.toIntExact((Long) sent.get(0)), (byte[]) sent.get(1), layout.segmentBits());
    if (bitmap.cardinality() != (Long) sent.get(2)) {
      throw new IllegalArgumentException("A set was cut short: it has not as many users as noted");
    }
    return bitmap;
  }

  private void put(int tag, Bitmap before, Bitmap after) {
    if (before.andNot(after).isEmpty() && after.andNot(before).isEmpty()) {
      return;
    }
    names.add(keys.plain(tag));
    changes.addAll(EncodedSet.of(after.positions(), layout.segmentBits()).toldOf(tag));
  }

  private void putBlock(List<Mark> marks, byte[] before, List<Bitmap> sets) {
    SortedMap<Integer, int[]> own = new TreeMap<>(TagBlocks.tagsByPlace(number(marks), before));
    boolean isChanged = false;
    for (Mark mark : marks) {
      int place = place(mark);
      int[] had = own.getOrDefault(place, new int[0]);
      int[] has = mark.tag() == SegmentStore.KNOWN ? had : with(had, mark);
      own.put(place, has);
      boolean was = sets.get(this.sets.indexOf(mark.tag())).get(place);
      changed += has.length != had.length || was != mark.present() ? 1 : 0;
      isChanged |= has.length != had.length;
    }
    if (isChanged) {
      TagBlocks block = new TagBlocks();
      own.forEach(block::add);
      List<Object> numberAndBytes = block.takeAll();
      changes.addAll(numberAndBytes.isEmpty() ? List.of(number(marks), NOTHING) : numberAndBytes);
    }
  }

  /** Of a user's tags, ascending, what a mark makes of them. */
  private static int[] with(int[] tags, Mark mark) {
    IntStream others = Arrays.stream(tags).filter(tag -> tag != mark.tag());
    return mark.present()
        ? IntStream.concat(others, IntStream.of(mark.tag())).sorted().toArray()
        : others.toArray();
  }

  private int number(List<Mark> marks) {
    return place(marks.get(0)) / SegmentLayout.USERS_PER_BLOCK;
  }

  /** Whether all was so already. */
  boolean isNothing() {
    return changes.isEmpty();
  }

  /** How many marks were others. */
  long changed() {
    return changed;
  }

  /**
   * Puts what is other now in its place.
   *
   * @param next the segment's pass from then on; null for none other
   */
  ScriptCall write(@Nullable String next) {
    List<Object> args = new ArrayList<>();
    args.add(pass);
    args.add(next == null ? pass : next);
    args.add(version);
    args.addAll(changes);
    return ScriptCall.of(WRITE_PART, names, args.toArray());
  }
}
