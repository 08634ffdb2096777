package dev.storefront.usertag.tagging;

import dev.storefront.usertag.bitmap.Numbers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What the database says of one user's tags: of each that the user ever had, whether he has it and
 * since when that holds. It costs by how many tags these are, whatever their numbers: of each the
 * distance to the number before (as of {@link Numbers}), then 6 bytes, big-endian: the time,
 * doubled, plus 1 if the user has the tag.
 *
 * <p>Immutable.
 */
final class UserMarks {

  static final UserMarks EMPTY = new UserMarks(new int[0], new long[0]);

  /** The last time that can be said, in epoch milliseconds. */
  static final long LAST_TIME = (1L << 47) - 1;

  private static final int TIME_BYTES = 6;

  /** Ascending. */
  private final int[] tags;

  private final long[] states;

  private UserMarks(int[] tags, long[] states) {
    this.tags = tags;
    this.states = states;
  }

  /** Reads what {@link #bytes} wrote. */
  static UserMarks of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int[] tags = new int[bytes.length / (TIME_BYTES + 1)];
    long[] states = new long[tags.length];
    int n = 0;
    for (int tag = 0; in.hasRemaining(); n++) {
      tag += Numbers.read(in);
      tags[n] = tag;
      states[n] = (in.getShort() & 0xFFFFL) << Integer.SIZE | in.getInt() & 0xFFFFFFFFL;
    }
    return new UserMarks(Arrays.copyOf(tags, n), Arrays.copyOf(states, n));
  }

  /**
   * Reads what former versions wrote: a bit for each number, most significant first. Nobody knows
   * since when that holds; everything is later.
   */
  static UserMarks ofBits(byte[] bits) {
    int[] tags =
        IntStream.range(0, bits.length * Byte.SIZE)
            .filter(tag -> (bits[tag / Byte.SIZE] << tag % Byte.SIZE & 0x80) != 0)
            .toArray();
    long[] states = new long[tags.length];
    Arrays.fill(states, 1);
    return new UserMarks(tags, states);
  }

  boolean has(int tag) {
    int index = Arrays.binarySearch(tags, tag);
    return index >= 0 && isPresent(index);
  }

  /** Since when that holds, epoch milliseconds; -1 if nobody ever said anything of the tag. */
  long changedAt(int tag) {
    int index = Arrays.binarySearch(tags, tag);
    return index < 0 ? -1 : states[index] >>> 1;
  }

  /** The numbers of the tags that a user has by the one and not by the other. */
  Set<Integer> differences(UserMarks other) {
    Set<Integer> differences = new TreeSet<>();
    for (int[] some : List.of(tags, other.tags)) {
      for (int tag : some) {
        if (has(tag) != other.has(tag)) {
          differences.add(tag);
        }
      }
    }
    return differences;
  }

  /** The numbers of all tags of which something was ever said, ascending. */
  int[] all() {
    return tags.clone();
  }

  /** The numbers of the tags that the user has, ascending. */
  int[] present() {
    return IntStream.range(0, tags.length).filter(this::isPresent).map(i -> tags[i]).toArray();
  }

  /**
   * This with one more statement; itself if a later one is there, or the same.
   *
   * @param changedAt 0 to {@link #LAST_TIME}; of two with the same time that which comes later
   *     holds
   */
  UserMarks with(int tag, boolean present, long changedAt) {
    long state = changedAt << 1 | (present ? 1 : 0);
    int index = Arrays.binarySearch(tags, tag);
    if (index >= 0) {
      if (states[index] >>> 1 > changedAt || states[index] == state) {
        return this;
      }
      long[] changed = states.clone();
      changed[index] = state;
      return new UserMarks(tags, changed);
    }
    int at = -index - 1;
    int[] moreTags = Arrays.copyOf(tags, tags.length + 1);
    long[] moreStates = Arrays.copyOf(states, tags.length + 1);
    System.arraycopy(tags, at, moreTags, at + 1, tags.length - at);
    System.arraycopy(states, at, moreStates, at + 1, tags.length - at);
    moreTags[at] = tag;
    moreStates[at] = state;
    return new UserMarks(moreTags, moreStates);
  }

  byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(tags.length * (TIME_BYTES + 2));
    int before = 0;
    for (int i = 0; i < tags.length; i++) {
      Numbers.write(out, tags[i] - before);
      before = tags[i];
      for (int shift = (TIME_BYTES - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        out.write((int) (states[i] >>> shift));
      }
    }
    return out.toByteArray();
  }

  private boolean isPresent(int index) {
    return (states[index] & 1) == 1;
  }
}
