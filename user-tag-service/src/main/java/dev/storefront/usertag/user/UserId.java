package dev.storefront.usertag.user;

import dev.storefront.common.web.Problem;

/**
 * A user's id: any text of 1 to 64 characters (code points), compared byte by byte. Half of a
 * surrogate pair is no character, and U+0000 none that an address can name.
 *
 * @param text as callers write it: whoever takes one from outside asks {@link #isValid}; one that
 *     was stored counts as it is, whatever the rule was then
 */
public record UserId(String text) {

  /** The rule, for people. */
  public static final String RULE = "must have 1 to 64 characters, none of them U+0000";

  private static final int LONGEST = 64;

  /** The id that an address names; 400 {@code invalid-request} if it cannot be one. */
  public static UserId inAddress(String text) {
    if (!isValid(text)) {
      throw Problem.invalid("userId", RULE).toException();
    }
    return new UserId(text);
  }

  /** True if {@code text} may be a user id. */
  public static boolean isValid(String text) {
    return !text.isEmpty()
        && text.length() <= 2 * LONGEST
        && text.codePointCount(0, text.length()) <= LONGEST
        && !hasWhatIsNone(text);
  }

  /** Of each line of an import: so without a stream. */
  private static boolean hasWhatIsNone(String text) {
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == 0) {
        return true;
      }
      if (Character.isSurrogate(next)) {
        if (text.codePointAt(i) == next) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
