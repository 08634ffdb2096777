package dev.storefront.usertag.segment;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Packs users' tags into blocks, as {@code usertag/applyMarks} describes. */
final class TagBlocks {

  static final int USERS_PER_BLOCK = 64;
  private static final int SEVEN_BITS = 0x7F;

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
    if (tags.length > 0) {
      ByteArrayOutputStream distances = new ByteArrayOutputStream();
      int before = 0;
      for (int tag : tags) {
        write(distances, tag - before);
        before = tag;
      }
      block.write(offset % USERS_PER_BLOCK);
      write(block, distances.size());
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
      int length = read(in);
      tags.put(place, tags(in.slice(in.position(), length)));
      in.position(in.position() + length);
    }
    return tags;
  }

  /** A user's tags, ascending, of their distances. */
  static int[] tags(ByteBuffer distances) {
    IntStream.Builder tags = IntStream.builder();
    for (int tag = 0; distances.hasRemaining(); ) {
      tag += read(distances);
      tags.add(tag);
    }
    return tags.build().toArray();
  }

  private static int read(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & SEVEN_BITS) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static void write(ByteArrayOutputStream out, int value) {
    int left = value;
    while (left > SEVEN_BITS) {
      out.write(left & SEVEN_BITS | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }
}
