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

  /**
   * A text is no expression.
   *
   * @param index which of the question's texts, from 0
   */
  record NoExpression<T>(int index, ParsedExpression.Invalid error) implements Answer<T> {}

  /** An expression names a standing audience that cannot be put in its place. */
  record NotExpanded<T>(Expansion.Refused refused) implements Answer<T> {}

  /** An expression names tags that do not exist. */
  record NoSuchTags<T>(UnknownTag tags) implements Answer<T> {}
}
