package dev.storefront.usertag.audience;

/**
 * A word or sign of an expression.
 *
 * @param kind what it is
 * @param text as it stands there, of an audience and a list the name; empty at the end
 * @param position index of its first character
 */
record Token(Kind kind, String text, int position) {

  enum Kind {
    TAG,
    AUDIENCE,
    LIST,
    SPLIT,
    NUMBER,
    COMMA,
    AND,
    OR,
    NOT,
    OPEN,
    CLOSE,
    END
  }
}
