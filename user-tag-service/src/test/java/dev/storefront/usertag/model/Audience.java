package dev.storefront.usertag.model;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An expression, and what it says of a user by the set of the user's tags.
 *
 * @param tags those that it names, few
 */
record Audience(String expression, List<String> tags, Predicate<Set<String>> holds) {

  /** The users who have a tag. */
  static Audience of(String tag) {
    return new Audience(tag, List.of(tag), tags -> tags.contains(tag));
  }
}
