package dev.storefront.usertag.audience;

/** Carries an error out of the parser's recursion; never leaves {@link ExpressionParser}. */
final class SyntaxException extends RuntimeException {

  private final int position;
  private final String problem;

  SyntaxException(int position, String problem) {
    super(problem, null, false, false);
    this.position = position;
    this.problem = problem;
  }

  ParsedExpression.Invalid toInvalid() {
    return new ParsedExpression.Invalid(position, problem);
  }
}
