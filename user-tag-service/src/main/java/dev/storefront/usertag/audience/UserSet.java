package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;

/** Users who are not found by a tag. Immutable; the same in every instance. */
sealed interface UserSet permits Share, UserList {

  /** As one writes it in an expression. */
  String text();

  /** Whether the user belongs to it. */
  boolean has(long ordinal);

  /**
   * Those of some users of a segment who belong to it.
   *
   * @param first the ordinal of the segment's first place
   */
  Bitmap among(Bitmap users, long first);

  /** About how many belong to it, of so many who are known. */
  double estimate(double knownUsers);
}
