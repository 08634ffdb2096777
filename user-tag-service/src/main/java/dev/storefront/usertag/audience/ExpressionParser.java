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
 * negation = NOT negation | "(" expression ")" | tag | "@" audience
 * </pre>
 *
 * Bounded: 4,096 characters, 64 different tags and audiences, {@code NOT} and parentheses 64 deep.
 */
final class ExpressionParser {

  private static final int LONGEST = 4096;

  /** Different tags of an expression, with those of the audiences in it. */
  static final int MOST_TAGS = 64;

  private static final int DEEPEST = 64;

  private final Lexer lexer;
  private final Set<Expression> names = new HashSet<>();
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
      case TAG -> name(new Expression.HasTag(token.text()));
      case AUDIENCE -> name(new Expression.InAudience(token.text()));
      default ->
          throw new SyntaxException(
              token.position(), "expected a tag, @audience, NOT or an opening parenthesis");
    };
  }

  private Expression name(Expression named) {
    names.add(named);
    if (names.size() > MOST_TAGS) {
      throw new SyntaxException(
          token.position(),
          "an expression has %d different tags and audiences at most".formatted(MOST_TAGS));
    }
    advance();
    return named;
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
