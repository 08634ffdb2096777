package dev.storefront.fitment.lines;

/** What a row of a table says. */
public sealed interface ParsedRow<T> {

  /** Something. */
  record Valid<T>(T value) implements ParsedRow<T> {}

  /** Nothing of use, and why. */
  record Invalid<T>(String reason) implements ParsedRow<T> {}
}
