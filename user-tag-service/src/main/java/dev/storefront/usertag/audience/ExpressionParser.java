package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads expressions by recursive descent:
 *
 * <pre>
 * expression = conjunction { OR conjunction }
 * conjunction = negation { AND negation }
 * negation = NOT negation | "(" expression ")" | tag | "@" audience | "$" list | split
 * split = SPLIT "(" name "," share { "," weight } ")"
 * </pre>
 *
 * Bounded: 4,096 characters, 64 different tags, audiences, lists and shares, {@code NOT} and
 * parentheses 64 deep.
 */
final class ExpressionParser {

  private static final int LONGEST = 4096;

  /** Different tags of an expression, with those of the audiences in it. */
  static final int MOST_TAGS = 64;

  private static final int DEEPEST = 64;

  private final Lexer lexer;
  private final Set<Expression> names = new HashSet<>();
  private final Map<String, UserList> lists;
  private Token token;
  private int depth;

  private ExpressionParser(String text, Map<String, UserList> lists) {
    this.lists = lists;
    lexer = new Lexer(text);
    token = lexer.next();
  }

  /** As {@link #parse(String, Map)}, without lists. */
  static Expression parse(String text) {
    return parse(text, Map.of());
  }

  /**
   * Reads an expression.
   *
   * @param lists those that it may name, by name
   * @throws RefusedException if the text is none
   */
  static Expression parse(String text, Map<String, UserList> lists) {
    if (text.length() > LONGEST) {
      throw wrong(LONGEST, "an expression has %d characters at most".formatted(LONGEST));
    }
    ExpressionParser parser = new ExpressionParser(text, lists);
    Expression whole = parser.expression();
    parser.expect(Kind.END, "expected AND, OR or the end");
    return whole;
  }

  private static RefusedException wrong(int position, String message) {
    return new RefusedException(Refusal.syntax(position, message));
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
      case LIST -> name(new Expression.InSet(list()));
      case SPLIT -> name(new Expression.InSet(share()));
      default ->
          throw wrong(
              token.position(),
              "expected a tag, @audience, $list, SPLIT, NOT or an opening parenthesis");
    };
  }

  private UserList list() {
    UserList list = lists.get(token.text());
    if (list == null) {
      throw wrong(token.position(), "there is no list of that name");
    }
    return list;
  }

  /** Leaves the closing parenthesis to be passed, as the last token of a name is. */
  private Share share() {
    advance();
    take(Kind.OPEN, "expected an opening parenthesis");
    String split = take(Kind.TAG, "expected the name of a split");
    take(Kind.COMMA, "expected a comma");
    int at = token.position();
    int number = number(Share.MOST);
    List<Integer> weights = new ArrayList<>();
    while (token.kind() == Kind.COMMA) {
      advance();
      weights.add(number(Share.LARGEST_WEIGHT));
    }
    if (number > weights.size() || weights.size() > Share.MOST) {
      throw wrong(
          at, "a share is one of 1 to %d, each of which has a weight".formatted(Share.MOST));
    }
    expect(Kind.CLOSE, "expected a comma or a closing parenthesis");
    return new Share(split, number, List.copyOf(weights));
  }

  private int number(int largest) {
    int at = token.position();
    String digits = take(Kind.NUMBER, "expected a number");
    if (!digits.matches("[1-9][0-9]{0,6}") || Integer.parseInt(digits) > largest) {
      throw wrong(at, "expected a number from 1 to " + largest);
    }
    return Integer.parseInt(digits);
  }

  private String take(Kind kind, String message) {
    expect(kind, message);
    String text = token.text();
    advance();
    return text;
  }

  private Expression name(Expression named) {
    names.add(named);
    if (names.size() > MOST_TAGS) {
      throw wrong(
          token.position(),
          "an expression has %d different tags, audiences, lists and shares at most"
              .formatted(MOST_TAGS));
    }
    advance();
    return named;
  }

  private void descend() {
    if (++depth > DEEPEST) {
      throw wrong(token.position(), "an expression is nested %d deep at most".formatted(DEEPEST));
    }
    advance();
  }

  private void expect(Kind kind, String message) {
    if (token.kind() != kind) {
      throw wrong(token.position(), message);
    }
  }

  private void advance() {
    token = lexer.next();
  }
}
