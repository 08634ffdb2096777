package dev.storefront.usertag.audience;

import dev.storefront.usertag.tag.UnknownTag;

/**
 * What comes of a question about audiences.
 *
 * @param <T> what was asked for
 */
sealed interface Answer<T> {

  /** The answer. */
  record Found<T>(T value) implements Answer<T> {}

  /** A text is no expression, or an audience in it cannot be put in its place. */
  record Refused<T>(Refusal why) implements Answer<T> {}

  /** An expression names tags that do not exist. */
  record NoSuchTags<T>(UnknownTag tags) implements Answer<T> {}
}
