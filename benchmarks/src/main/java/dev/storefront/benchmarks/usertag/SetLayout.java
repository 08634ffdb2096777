package dev.storefront.benchmarks.usertag;

import com.googlecode.javaewah.EWAHCompressedBitmap;
import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/**
 * A way to keep and to combine sets of users.
 *
 * @param <S> a set
 */
interface SetLayout<S> {

  /** Users of a segment of the service. */
  int SEGMENT = 1 << 19;

  /**
   * The set of these users.
   *
   * @param words 64 users each, the first one in the lowest bit
   */
  S of(long[] words);

  /** Those in both. */
  S and(S one, S other);

  /** Those in either. */
  S or(S one, S other);

  /** Those in the first alone. */
  S andNot(S one, S other);

  /** How many are in both. */
  long andCount(S one, S other);

  /** How many there are. */
  long count(S set);

  /** As the service has them: by segment, each in the shortest of its encodings, as cached. */
  final class OfService implements SetLayout<Bitmap[]> {

    @Override
    public Bitmap[] of(long[] words) {
      int perSegment = SEGMENT / Long.SIZE;
      return IntStream.range(0, (words.length + perSegment - 1) / perSegment)
          .mapToObj(
              segment -> {
                int first = segment * perSegment;
                int end = Math.min(words.length, first + perSegment);
                EncodedSet set =
                    EncodedSet.of(places(Arrays.copyOfRange(words, first, end)), SEGMENT);
                return EncodedSet.decode(set.encoding(), set.bytes(), SEGMENT);
              })
          .toArray(Bitmap[]::new);
    }

    private static int[] places(long[] words) {
      return BitSet.valueOf(words).stream().toArray();
    }

    @Override
    public Bitmap[] and(Bitmap[] one, Bitmap[] other) {
      Bitmap[] result = new Bitmap[one.length];
      Arrays.setAll(result, segment -> one[segment].and(other[segment]));
      return result;
    }

    @Override
    public Bitmap[] or(Bitmap[] one, Bitmap[] other) {
      Bitmap[] result = new Bitmap[one.length];
      Arrays.setAll(result, segment -> one[segment].or(other[segment]));
      return result;
    }

    @Override
    public Bitmap[] andNot(Bitmap[] one, Bitmap[] other) {
      Bitmap[] result = new Bitmap[one.length];
      Arrays.setAll(result, segment -> one[segment].andNot(other[segment]));
      return result;
    }

    @Override
    public long andCount(Bitmap[] one, Bitmap[] other) {
      long count = 0;
      for (int segment = 0; segment < one.length; segment++) {
        count += one[segment].andCount(other[segment]);
      }
      return count;
    }

    @Override
    public long count(Bitmap[] set) {
      return Arrays.stream(set).mapToLong(Bitmap::cardinality).sum();
    }
  }

  /** All bits of all users. */
  final class Plain implements SetLayout<long[]> {

    @Override
    public long[] of(long[] words) {
      return words;
    }

    @Override
    public long[] and(long[] one, long[] other) {
      long[] result = new long[one.length];
      for (int i = 0; i < result.length; i++) {
        result[i] = one[i] & other[i];
      }
      return result;
    }

    @Override
    public long[] or(long[] one, long[] other) {
      long[] result = new long[one.length];
      for (int i = 0; i < result.length; i++) {
        result[i] = one[i] | other[i];
      }
      return result;
    }

    @Override
    public long[] andNot(long[] one, long[] other) {
      long[] result = new long[one.length];
      for (int i = 0; i < result.length; i++) {
        result[i] = one[i] & ~other[i];
      }
      return result;
    }

    @Override
    public long andCount(long[] one, long[] other) {
      long count = 0;
      for (int i = 0; i < one.length; i++) {
        count += Long.bitCount(one[i] & other[i]);
      }
      return count;
    }

    @Override
    public long count(long[] set) {
      return Arrays.stream(set).map(Long::bitCount).sum();
    }
  }

  /** RoaringBitmap, with runs where they are shorter. */
  final class Roaring implements SetLayout<RoaringBitmap> {

    @Override
    public RoaringBitmap of(long[] words) {
      RoaringBitmap set = new RoaringBitmap();
      BitSet.valueOf(words).stream().forEach(set::add);
      set.runOptimize();
      return set;
    }

    @Override
    public RoaringBitmap and(RoaringBitmap one, RoaringBitmap other) {
      return RoaringBitmap.and(one, other);
    }

    @Override
    public RoaringBitmap or(RoaringBitmap one, RoaringBitmap other) {
      return RoaringBitmap.or(one, other);
    }

    @Override
    public RoaringBitmap andNot(RoaringBitmap one, RoaringBitmap other) {
      return RoaringBitmap.andNot(one, other);
    }

    @Override
    public long andCount(RoaringBitmap one, RoaringBitmap other) {
      return RoaringBitmap.andCardinality(one, other);
    }

    @Override
    public long count(RoaringBitmap set) {
      return set.getLongCardinality();
    }
  }

  /** JavaEWAH, which the design article names. */
  final class Ewah implements SetLayout<EWAHCompressedBitmap> {

    @Override
    public EWAHCompressedBitmap of(long[] words) {
      EWAHCompressedBitmap set = new EWAHCompressedBitmap();
      for (long word : words) {
        set.addWord(word);
      }
      return set;
    }

    @Override
    public EWAHCompressedBitmap and(EWAHCompressedBitmap one, EWAHCompressedBitmap other) {
      return one.and(other);
    }

    @Override
    public EWAHCompressedBitmap or(EWAHCompressedBitmap one, EWAHCompressedBitmap other) {
      return one.or(other);
    }

    @Override
    public EWAHCompressedBitmap andNot(EWAHCompressedBitmap one, EWAHCompressedBitmap other) {
      return one.andNot(other);
    }

    @Override
    public long andCount(EWAHCompressedBitmap one, EWAHCompressedBitmap other) {
      return one.andCardinality(other);
    }

    @Override
    public long count(EWAHCompressedBitmap set) {
      return set.cardinality();
    }
  }
}
