package dev.storefront.usertag.segment;

import static dev.storefront.usertag.segment.SegmentLayout.USERS_PER_BLOCK;

import dev.storefront.usertag.bitmap.Numbers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Packs users' tags into blocks, as {@code usertag/applyMarks} describes. */
final class TagBlocks {

  /** A number, then its block, and so on. */
  private final List<Object> full = new ArrayList<>();

  private int fullBytes;
  private int written;
  private int number = -1;
  private ByteArrayOutputStream block = new ByteArrayOutputStream();

  /**
   * @param offset higher than the one before
   * @param tags ascending
   */
  void add(int offset, int[] tags) {
    if (offset / USERS_PER_BLOCK != number) {
      close();
      number = offset / USERS_PER_BLOCK;
    }
    write(block, offset % USERS_PER_BLOCK, tags);
  }

  private static void write(ByteArrayOutputStream block, int place, int[] tags) {
    if (tags.length > 0) {
      ByteArrayOutputStream distances = new ByteArrayOutputStream(2 * tags.length);
      int before = 0;
      for (int tag : tags) {
        Numbers.write(distances, tag - before);
        before = tag;
      }
      block.write(place);
      Numbers.write(block, distances.size());
      block.writeBytes(distances.toByteArray());
    }
  }

  private void close() {
    if (block.size() > 0) {
      full.add(number);
      full.add(block.toByteArray());
      fullBytes += block.size();
      written++;
      block = new ByteArrayOutputStream();
    }
  }

  /** How long those blocks are that nothing will be added to. */
  int fullBytes() {
    return fullBytes;
  }

  /** Numbers and blocks that nothing will be added to; each is given once. */
  List<Object> takeFull() {
    List<Object> taken = List.copyOf(full);
    full.clear();
    fullBytes = 0;
    return taken;
  }

  /** All that are left. */
  List<Object> takeAll() {
    close();
    return takeFull();
  }

  /** How many blocks there were. */
  int written() {
    return written;
  }

  /** The tags of a block's users by their places in the segment. */
  static Map<Integer, int[]> tagsByPlace(int number, byte[] block) {
    Map<Integer, int[]> tags = new HashMap<>();
    ByteBuffer in = ByteBuffer.wrap(block);
    while (in.hasRemaining()) {
      int place = number * USERS_PER_BLOCK + in.get();
      int length = Numbers.read(in);
      tags.put(place, tags(in.slice(in.position(), length)));
      in.position(in.position() + length);
    }
    return tags;
  }

  /** A user's tags, of their distances. */
  static Set<Integer> tagSet(ByteBuffer distances) {
    return Arrays.stream(tags(distances)).boxed().collect(Collectors.toSet());
  }

  /** A user's tags, ascending, of their distances. */
  static int[] tags(ByteBuffer distances) {
    IntStream.Builder tags = IntStream.builder();
    for (int tag = 0; distances.hasRemaining(); ) {
      tag += Numbers.read(distances);
      tags.add(tag);
    }
    return tags.build().toArray();
  }
}
