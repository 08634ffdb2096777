package dev.storefront.usertag.bitmap;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The places of the set bits, ascending, 2 bytes each: within chunks of 65,536. To be combined,
 * they are looked up one by one in the words of the other set; of another list these are made chunk
 * by chunk, where a processor's nearest cache holds them. No two lists are merged: nothing
 * foretells which of them the next place is of.
 */
final class Places extends Bitmap {

  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_WORDS = (1 << CHUNK_BITS) / Long.SIZE;

  /** In longer ones a word of all bits has a place in almost every second. */
  private static final int MOST_MERGED_OF_CHUNK = 512;

  private final char[] inChunk;
  private final int[] ends;

  /**
   * @param inChunk the last 16 bits of each
   * @param ends behind the last place of each chunk
   */
  private Places(char[] inChunk, int[] ends) {
    this.inChunk = inChunk;
    this.ends = ends;
  }

  /**
   * Reads {@link EncodedSet#LIST}.
   *
   * @throws IllegalArgumentException if that cannot be, as {@link
   *     java.nio.BufferUnderflowException} says as well
   */
  static Places of(byte[] bytes, int chunks) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int[] ends = new int[chunks];
    int users = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      users += in.getChar();
      ends[chunk] = users;
    }
    char[] inChunk = new char[users];
    in.asCharBuffer().get(inChunk);
    Places places = new Places(inChunk, ends);
    for (int chunk = 0; chunk < chunks; chunk++) {
      for (int next = places.firstOf(chunk) + 1; next < ends[chunk]; next++) {
        if (inChunk[next - 1] >= inChunk[next]) {
          throw new IllegalArgumentException("The places of a list do not ascend");
        }
      }
    }
    return places;
  }

  @Override
  void addTo(long[] words) {
    for (int chunk = 0; chunk < ends.length; chunk++) {
      addChunk(chunk, words, chunk * CHUNK_WORDS);
    }
  }

  @Override
  public int size() {
    for (int chunk = ends.length - 1; chunk >= 0; chunk--) {
      if (ends[chunk] > firstOf(chunk)) {
        return (chunk << CHUNK_BITS) + inChunk[ends[chunk] - 1] + 1;
      }
    }
    return 0;
  }

  private int firstOf(int chunk) {
    return chunk == 0 ? 0 : ends[chunk - 1];
  }

  @Override
  public Bitmap and(Bitmap other) {
    return those(other, 1);
  }

  @Override
  public Bitmap andNot(Bitmap other) {
    return those(other, 0);
  }

  /** Those whose bit of the other set is this. */
  private Places those(Bitmap other, int wanted) {
    @Nullable Places list = other instanceof Places places ? places : null;
    long[] words = list == null ? other.words().bits() : new long[CHUNK_WORDS];
    char[] found = new char[inChunk.length];
    int[] foundEnds = new int[ends.length];
    int n = 0;
    for (int chunk = 0; chunk < ends.length; chunk++) {
      int firstWord = chunk * CHUNK_WORDS;
      if (list != null && firstOf(chunk) < ends[chunk]) {
        firstWord = 0;
        list.bringChunk(chunk, words);
      }
      for (int next = firstOf(chunk); next < ends[chunk]; next++) {
        char place = inChunk[next];
        found[n] = place;
        n += bit(words, firstWord, place) ^ wanted ^ 1; // no jump that depends on it
      }
      foundEnds[chunk] = n;
    }
    return new Places(n == found.length ? found : Arrays.copyOf(found, n), foundEnds);
  }

  private void bringChunk(int chunk, long[] words) {
    Arrays.fill(words, 0);
    addChunk(chunk, words, 0);
  }

  private void addChunk(int chunk, long[] words, int firstWord) {
    for (int next = firstOf(chunk); next < ends[chunk]; next++) {
      int place = inChunk[next];
      words[firstWord + (place >>> 6)] |= Long.MIN_VALUE >>> place;
    }
  }

  @Override
  public int andCount(Bitmap other) {
    @Nullable Places list = other instanceof Places places ? places : null;
    long[] words = list == null ? other.words().bits() : new long[CHUNK_WORDS];
    int count = 0;
    for (int chunk = 0; chunk < ends.length; chunk++) {
      int firstWord = chunk * CHUNK_WORDS;
      if (list != null && firstOf(chunk) < ends[chunk]) {
        firstWord = 0;
        list.bringChunk(chunk, words);
      }
      for (int next = firstOf(chunk); next < ends[chunk]; next++) {
        count += bit(words, firstWord, inChunk[next]);
      }
    }
    return count;
  }

  private static int bit(long[] words, int firstWord, int place) {
    int word = firstWord + (place >>> 6);
    return word < words.length ? (int) (words[word] << place >>> 63) : 0;
  }

  @Override
  public Bitmap or(Bitmap other) {
    return other instanceof Places list
            && inChunk.length + list.inChunk.length <= ends.length * MOST_MERGED_OF_CHUNK
        ? merged(list)
        : Words.either(this, other);
  }

  private Places merged(Places other) {
    char[] found = new char[inChunk.length + other.inChunk.length];
    int[] foundEnds = new int[ends.length];
    int n = 0;
    for (int chunk = 0, one = 0, two = 0; chunk < ends.length; chunk++) {
      while (one < ends[chunk] && two < other.ends[chunk]) {
        char place = inChunk[one];
        char otherPlace = other.inChunk[two];
        found[n++] = place < otherPlace ? place : otherPlace;
        one += place <= otherPlace ? 1 : 0;
        two += otherPlace <= place ? 1 : 0;
      }
      while (one < ends[chunk]) {
        found[n++] = inChunk[one++];
      }
      while (two < other.ends[chunk]) {
        found[n++] = other.inChunk[two++];
      }
      foundEnds[chunk] = n;
    }
    return new Places(n == found.length ? found : Arrays.copyOf(found, n), foundEnds);
  }

  @Override
  public int cardinality() {
    return inChunk.length;
  }

  @Override
  public boolean isEmpty() {
    return inChunk.length == 0;
  }

  @Override
  public boolean get(int position) {
    int chunk = position >>> CHUNK_BITS;
    return chunk < ends.length
        && Arrays.binarySearch(inChunk, firstOf(chunk), ends[chunk], (char) position) >= 0;
  }

  @Override
  public int byteCount() {
    return inChunk.length * Character.BYTES + ends.length * Integer.BYTES;
  }
}
