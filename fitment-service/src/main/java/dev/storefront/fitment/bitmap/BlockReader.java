package dev.storefront.fitment.bitmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Walks over the rows of a block as {@link BlockWriter} wrote them. Not thread-safe. A check of 200
 * SKUs walks over a thousand rows, which is most of its work: no step may cost a division, a branch
 * that nobody can foresee, or more than one load.
 */
public final class BlockReader {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final BlockSpan span;
  private final int firstBit;
  private final int numberBits;
  private final byte[] block;
  private RowEncoding encoding = RowEncoding.LIST;
  private int ordinal = -1;
  private int items;
  private int data;
  private int end;

  /**
   * @param span which bits the block has
   */
  public BlockReader(BlockSpan span, byte[] block) {
    this.span = span;
    this.firstBit = span.firstBit();
    this.numberBits = span.numberBits();
    this.block = block;
  }

  /**
   * Goes to the next row; false at the end.
   *
   * @throws IndexOutOfBoundsException if the block ends within a row
   */
  public boolean next() {
    if (end == block.length) {
      return false;
    }
    data = end;
    int header = block[data++] & 0xff;
    encoding = RowEncoding.of(header >>> 6);
    int passedOver = header & BlockWriter.MOST_PASSED_OVER;
    if (passedOver == BlockWriter.MOST_PASSED_OVER) {
      passedOver += varint();
    }
    ordinal += passedOver + 1;
    items = encoding == RowEncoding.BITMAP ? 0 : varint() + 1;
    end = data + encoding.dataBytes(span, items);
    Objects.checkFromToIndex(data, end, block.length);
    return true;
  }

  /** As {@link Varint} wrote it. */
  private int varint() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = block[data++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** The row's SKU, by its place on the shelf. */
  public int ordinal() {
    return ordinal;
  }

  /** How the row is written. */
  RowEncoding encoding() {
    return encoding;
  }

  /**
   * True if the row has this bit.
   *
   * @param bit within the segment, one of the block's
   */
  public boolean contains(int bit) {
    int wanted = bit - firstBit;
    return switch (encoding) {
      case LIST -> lastNotAbove(wanted, numberBits) == wanted;
      case RUNS -> containsInRun(wanted);
      case SPLIT -> containsInSplit(wanted);
      case BITMAP -> (block[data + wanted / Byte.SIZE] >>> wanted % Byte.SIZE & 1) != 0;
    };
  }

  private boolean containsInRun(int wanted) {
    int index = lastIndexNotAbove(wanted, 2 * numberBits);
    if (index < 0) {
      return false;
    }
    int first = number(index * 2 * numberBits);
    return wanted - first <= number((index * 2 + 1) * numberBits);
  }

  private boolean containsInSplit(int wanted) {
    int lowBits = span.lowBits(items);
    int highBits = span.highBits(items);
    int high = wanted >>> lowBits;
    int low = wanted & (1 << lowBits) - 1;
    int bit = afterZeros(high);
    for (int index = bit - high; bit < highBits && bits(bit, 1) == 1; bit++, index++) {
      int found = bits(highBits + index * lowBits, lowBits);
      if (found >= low) {
        return found == low;
      }
    }
    return false;
  }

  /** Where the row's data goes on behind its first so many zeros, in bits. */
  private int afterZeros(int count) {
    int left = count;
    int index = data;
    int zeros = Byte.SIZE - Integer.bitCount(byteAt(index));
    while (zeros < left) {
      left -= zeros;
      zeros = Byte.SIZE - Integer.bitCount(byteAt(++index));
    }
    int bit = (index - data) * Byte.SIZE;
    for (; left > 0; bit++) {
      left -= 1 - bits(bit, 1);
    }
    return bit;
  }

  private int lastNotAbove(int wanted, int stride) {
    int index = lastIndexNotAbove(wanted, stride);
    return index < 0 ? -1 : number(index * stride);
  }

  /**
   * Of numbers in ascending order, the index of the last one that is not above this; -1 if none.
   */
  private int lastIndexNotAbove(int wanted, int stride) {
    int last = -1;
    for (int left = items; left > 0; left >>>= 1) {
      int half = left + 1 >>> 1;
      last += number((last + half) * stride) <= wanted ? half : 0;
    }
    return last;
  }

  /** The number that begins this many bits into the row's data. */
  private int number(int bitIndex) {
    return bits(bitIndex, numberBits);
  }

  /** So many bits, 16 at most, that begin this many bits into the row's data. */
  private int bits(int bitIndex, int width) {
    int index = data + (bitIndex >>> 3);
    int word =
        index <= block.length - Integer.BYTES ? (int) WORD.get(block, index) : lastWord(index);
    // In two steps: there may be no bits at all, and no shift goes by 32.
    return word << (bitIndex & 7) >>> 1 >>> Integer.SIZE - 1 - width;
  }

  private int lastWord(int index) {
    return byteAt(index) << 24 | byteAt(index + 1) << 16 | byteAt(index + 2) << 8;
  }

  private int byteAt(int index) {
    return index < block.length ? block[index] & 0xff : 0;
  }
}
