package dev.storefront.usertag.audience;

/** A hash that is the same everywhere and for ever: samples and splits are found by it. */
final class Hash {

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private Hash() {}

  /** For one seed, different numbers have different hashes. */
  static long of(long seed, long number) {
    return mix(mix(seed) + number * GOLDEN);
  }

  /** Of Stafford's mixers the thirteenth, as in SplittableRandom: one to one. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ (mixed >>> 31);
  }
}
