package dev.storefront.usertag.audience;

/** What a text is as an expression. */
sealed interface ParsedExpression {

  /** The text is an expression. */
  record Valid(Expression expression) implements ParsedExpression {}

  /**
   * The text is none.
   *
   * @param position index of the first character that cannot stand where it stands, from 0; the
   *     text's length if something is missing at its end
   * @param message what was expected there
   */
  record Invalid(int position, String message) implements ParsedExpression {}
}
