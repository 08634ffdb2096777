package dev.storefront.usertag.imports;

import dev.storefront.usertag.bitmap.Bitmap;

/**
 * Users of a segment whom an import concerns.
 *
 * @param users all of them
 * @param given those who are to have the tag; from the others it is taken
 */
record SortedUsers(int segment, int tag, Bitmap users, Bitmap given) {

  /** All of whom are to have the tag. */
  static SortedUsers given(int segment, int tag, Bitmap users) {
    return new SortedUsers(segment, tag, users, users);
  }

  /** The same users, none of whom is to have the tag. */
  SortedUsers taken() {
    return new SortedUsers(segment, tag, users, Bitmap.EMPTY);
  }

  /** From which of them on to go on. */
  int firstFrom(ImportPlace place) {
    return place.segment() == segment && place.tag() == tag ? place.offset() : 0;
  }
}
