package dev.storefront.usertag.imports;

import dev.storefront.usertag.user.UserDirectory;
import java.util.BitSet;
import java.util.List;

/** Counts an import's users, each once however often his id comes: a bit for each user there is. */
final class CountedUsers {

  private final UserDirectory directory;
  private final BitSet ordinals = new BitSet();

  CountedUsers(UserDirectory directory) {
    this.directory = directory;
  }

  /** How many of these users had not been counted; a user who is not known is none. */
  int count(List<String> userIds) {
    int before = ordinals.cardinality();
    directory.find(userIds).values().forEach(ordinal -> ordinals.set(Math.toIntExact(ordinal)));
    return ordinals.cardinality() - before;
  }
}
