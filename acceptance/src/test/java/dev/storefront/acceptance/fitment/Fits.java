package dev.storefront.acceptance.fitment;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Vehicles that a SKU fits. Immutable. */
final class Fits {

  static final Fits NONE = new Fits(new int[0]);

  private final int[] ascendingIds;

  private Fits(int[] ascendingIds) {
    this.ascendingIds = ascendingIds;
  }

  /** Of vehicles in any order, repeats allowed. */
  static Fits of(IntStream vehicleIds) {
    return new Fits(vehicleIds.sorted().distinct().toArray());
  }

  /** These and those that are added, without those that are removed. */
  Fits changed(Fits add, Fits remove) {
    return of(IntStream.concat(ids(), add.ids()).filter(id -> !remove.contains(id)));
  }

  boolean contains(int vehicleId) {
    return Arrays.binarySearch(ascendingIds, vehicleId) >= 0;
  }

  int size() {
    return ascendingIds.length;
  }

  /** The vehicles, ascending. */
  IntStream ids() {
    return IntStream.of(ascendingIds);
  }

  /** One of them. */
  int id(int number) {
    return ascendingIds[number];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fits fits && Arrays.equals(ascendingIds, fits.ascendingIds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ascendingIds);
  }

  @Override
  public String toString() {
    return ascendingIds.length + " vehicles";
  }
}
