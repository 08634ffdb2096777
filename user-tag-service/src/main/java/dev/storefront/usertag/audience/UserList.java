package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import java.util.Arrays;

/**
 * Users whom a caller named one by one.
 *
 * @param name what the caller calls them
 * @param ordinals of those who are known, ascending; not to be changed
 */
record UserList(String name, long[] ordinals) implements UserSet {

  @Override
  public String text() {
    return "$" + name;
  }

  @Override
  public boolean has(long ordinal) {
    return Arrays.binarySearch(ordinals, ordinal) >= 0;
  }

  @Override
  public Bitmap among(Bitmap users, long first) {
    int[] places =
        Arrays.stream(ordinals, from(first), from(first + users.size()))
            .mapToInt(ordinal -> (int) (ordinal - first))
            .toArray();
    return Bitmap.ofPositions(places).and(users);
  }

  /** Which of them is the first from an ordinal on. */
  private int from(long ordinal) {
    int found = Arrays.binarySearch(ordinals, ordinal);
    return found < 0 ? -found - 1 : found;
  }

  @Override
  public double estimate(double knownUsers) {
    return Math.min(ordinals.length, knownUsers);
  }
}
