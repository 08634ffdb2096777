package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Token.Kind;

/**
 * Cuts an expression into tokens. Keywords are upper case: {@code and}, {@code or} and {@code not}
 * are names that tags may have.
 */
final class Lexer {

  private static final int LONGEST_NAME = 64;

  private final String text;
  private int next;

  Lexer(String text) {
    this.text = text;
  }

  /**
   * @throws RefusedException if no token can begin here
   */
  Token next() {
    while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) {
      next++;
    }
    if (next == text.length()) {
      return new Token(Kind.END, "", next);
    }
    char first = text.charAt(next);
    return switch (first) {
      case '(' -> take(Kind.OPEN, 1);
      case ')' -> take(Kind.CLOSE, 1);
      case ',' -> take(Kind.COMMA, 1);
      case '@' -> marked(Kind.AUDIENCE, "expected the name of an audience");
      case '$' -> marked(Kind.LIST, "expected the name of a list");
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> take(Kind.NUMBER, wordLength());
      default -> isLower(first) ? take(Kind.TAG, nameLength(next)) : keyword();
    };
  }

  /** A name behind a sign. */
  private Token marked(Kind kind, String expected) {
    int at = next++;
    if (next == text.length() || !isLower(text.charAt(next))) {
      throw new RefusedException(Refusal.syntax(next, expected));
    }
    return new Token(kind, take(kind, nameLength(next)).text(), at);
  }

  private int nameLength(int start) {
    int end = start + 1;
    while (end < text.length() && isOfName(text.charAt(end))) {
      end++;
    }
    if (end - start > LONGEST_NAME) {
      throw new RefusedException(
          Refusal.syntax(start + LONGEST_NAME, "a name has 64 characters at most"));
    }
    if (end < text.length() && isUpper(text.charAt(end))) {
      // Not the begin of a keyword: who forgot the space may have meant another name.
      throw new RefusedException(
          Refusal.syntax(end, "a name is lower case, and has a space before a keyword"));
    }
    return end - start;
  }

  private Token keyword() {
    return switch (text.substring(next, next + wordLength())) {
      case "AND" -> take(Kind.AND, 3);
      case "OR" -> take(Kind.OR, 2);
      case "NOT" -> take(Kind.NOT, 3);
      case "SPLIT" -> take(Kind.SPLIT, 5);
      default ->
          throw new RefusedException(
              Refusal.syntax(
                  next, "expected a tag, @audience, $list, SPLIT, AND, OR, NOT or a parenthesis"));
    };
  }

  private int wordLength() {
    int end = next;
    while (end < text.length() && isOfWord(text.charAt(end))) {
      end++;
    }
    return end - next;
  }

  private Token take(Kind kind, int length) {
    Token token = new Token(kind, text.substring(next, next + length), next);
    next += length;
    return token;
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isOfName(char c) {
    return isLower(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }

  private static boolean isOfWord(char c) {
    return isOfName(c) || isUpper(c);
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }
}
