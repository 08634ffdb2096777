package dev.storefront.usertag.tagging;

import java.util.List;

/** Hears of users whose tags change, in the transaction that changes them. */
public interface TagsListener {

  /**
   * Nobody else can change these users until the transaction ends.
   *
   * @param changes one for each user whose tags are others now, who is new, or erased; some
   *     thousand
   */
  void changed(List<TagsChange> changes);

  /** True if so much waits to be told to others that long work should pause. */
  boolean isBehind();
}
