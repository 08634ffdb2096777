package dev.storefront.fitment.lines;

import java.util.function.Function;

/** What a row of a table, or a line, says. */
public sealed interface ParsedRow<T> {

  /** Something. */
  record Valid<T>(T value) implements ParsedRow<T> {}

  /** Nothing of use, and why. */
  record Invalid<T>(String reason) implements ParsedRow<T> {}

  /** What comes of what it says, if it says something. */
  default <R> ParsedRow<R> then(Function<T, ParsedRow<R>> next) {
    return this instanceof Valid<T> valid
        ? next.apply(valid.value())
        : new Invalid<>(((Invalid<T>) this).reason());
  }
}
