package dev.storefront.usertag.segment;

import java.util.Arrays;

/** A growing list of users' places in a segment. Used by one thread. */
public final class Places {

  private int[] places = new int[8];
  private int size;

  /** Adds a place at the end. */
  public void add(int place) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
    }
    places[size++] = place;
  }

  /** All of them, in the order in which they were added. */
  public int[] toArray() {
    return Arrays.copyOf(places, size);
  }
}
