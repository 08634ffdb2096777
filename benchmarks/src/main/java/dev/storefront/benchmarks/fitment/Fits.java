package dev.storefront.benchmarks.fitment;

import java.util.random.RandomGenerator;
import org.roaringbitmap.RoaringBitmap;

/** Which of 300,000 vehicles a SKU fits: made up, the same in every run. */
enum Fits {
  /** Any of them. */
  RANDOM {
    @Override
    RoaringBitmap of(int count, RandomGenerator random) {
      RoaringBitmap fits = new RoaringBitmap();
      while (fits.getCardinality() < count) {
        fits.add(1 + random.nextInt(VEHICLES));
      }
      return fits;
    }
  },
  /** Twelve neighbours at a time, as vehicles of one model are. */
  RUNS_OF_12 {
    @Override
    RoaringBitmap of(int count, RandomGenerator random) {
      RoaringBitmap fits = new RoaringBitmap();
      while (fits.getCardinality() < count) {
        int first = 1 + RUN * random.nextInt(VEHICLES / RUN);
        fits.add((long) first, Math.min(first + RUN, first + count - fits.getCardinality()));
      }
      return fits;
    }
  };

  static final int VEHICLES = 300_000;
  private static final int RUN = 12;

  /** Offsets, from 1. */
  abstract RoaringBitmap of(int count, RandomGenerator random);
}
