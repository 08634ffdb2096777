package dev.storefront.usertag.segment;

import java.util.Arrays;

/** A growing list of users' places in a segment. */
final class Places {

  private int[] places = new int[8];
  private int size;

  void add(int place) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
    }
    places[size++] = place;
  }

  int[] toArray() {
    return Arrays.copyOf(places, size);
  }
}
