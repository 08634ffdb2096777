package dev.storefront.usertag.replacing;

import java.util.Optional;

/** Knows which replacements have begun, and have not reached all users yet. */
public interface Replacements {

  /**
   * The latest one of a tag, empty if none is under way. As the transaction at hand sees it, which
   * may be a moment old.
   *
   * @param tag the tag's number
   */
  Optional<Replacement> latest(int tag);
}
