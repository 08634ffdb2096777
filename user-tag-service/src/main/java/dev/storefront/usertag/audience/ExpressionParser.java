package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads expressions by recursive descent:
 *
 * <pre>
 * expression = conjunction { OR conjunction }
 * conjunction = negation { AND negation }
 * negation = NOT negation | "(" expression ")" | tag
 * </pre>
 *
 * Bounded: 4,096 characters, 64 different tags, {@code NOT} and parentheses 64 deep.
 */
final class ExpressionParser {

  static final int LONGEST = 4096;
  static final int MOST_TAGS = 64;
  static final int DEEPEST = 64;

  private final Lexer lexer;
  private final Set<String> tags = new HashSet<>();
  private Token token;
  private int depth;

  private ExpressionParser(String text) {
    lexer = new Lexer(text);
    token = lexer.next();
  }

  static ParsedExpression parse(String text) {
    if (text.length() > LONGEST) {
      return new ParsedExpression.Invalid(
          LONGEST, "an expression has %d characters at most".formatted(LONGEST));
    }
    try {
      ExpressionParser parser = new ExpressionParser(text);
      Expression whole = parser.expression();
      parser.expect(Kind.END, "expected AND, OR or the end");
      return new ParsedExpression.Valid(whole);
    } catch (SyntaxException e) {
      return e.toInvalid();
    }
  }

  private Expression expression() {
    List<Expression> parts = new ArrayList<>(List.of(conjunction()));
    while (token.kind() == Kind.OR) {
      advance();
      parts.add(conjunction());
    }
    return parts.size() == 1 ? parts.get(0) : new Expression.Or(List.copyOf(parts));
  }

  private Expression conjunction() {
    List<Expression> parts = new ArrayList<>(List.of(negation()));
    while (token.kind() == Kind.AND) {
      advance();
      parts.add(negation());
    }
    return parts.size() == 1 ? parts.get(0) : new Expression.And(List.copyOf(parts));
  }

  private Expression negation() {
    return switch (token.kind()) {
      case NOT -> {
        descend();
        Expression inner = negation();
        depth--;
        yield new Expression.Not(inner);
      }
      case OPEN -> {
        descend();
        Expression inner = expression();
        expect(Kind.CLOSE, "expected AND, OR or a closing parenthesis");
        advance();
        depth--;
        yield inner;
      }
      case TAG -> tag();
      default ->
          throw new SyntaxException(
              token.position(), "expected a tag, NOT or an opening parenthesis");
    };
  }

  private Expression tag() {
    tags.add(token.text());
    if (tags.size() > MOST_TAGS) {
      throw new SyntaxException(
          token.position(), "an expression has %d different tags at most".formatted(MOST_TAGS));
    }
    Expression tag = new Expression.HasTag(token.text());
    advance();
    return tag;
  }

  private void descend() {
    if (++depth > DEEPEST) {
      throw new SyntaxException(
          token.position(), "an expression is nested %d deep at most".formatted(DEEPEST));
    }
    advance();
  }

  private void expect(Kind kind, String message) {
    if (token.kind() != kind) {
      throw new SyntaxException(token.position(), message);
    }
  }

  private void advance() {
    token = lexer.next();
  }
}
