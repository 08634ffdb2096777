package dev.storefront.usertag.audience;

import dev.storefront.usertag.tag.UnknownTag;

/**
 * What comes of a question about an audience.
 *
 * @param <T> what was asked for
 */
sealed interface Answer<T> {

  /** The answer. */
  record Found<T>(T value) implements Answer<T> {}

  /** The text is no expression. */
  record NoExpression<T>(ParsedExpression.Invalid error) implements Answer<T> {}

  /** The expression names tags that do not exist. */
  record NoSuchTags<T>(UnknownTag tags) implements Answer<T> {}
}
