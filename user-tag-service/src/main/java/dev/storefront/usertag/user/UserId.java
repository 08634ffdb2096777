package dev.storefront.usertag.user;

import dev.storefront.common.web.Problem;

/**
 * What a user id may be: any text of 1 to 64 characters (code points), compared byte by byte. Half
 * of a surrogate pair is no character.
 */
public final class UserId {

  /** The rule, for people. */
  public static final String RULE = "must have 1 to 64 characters";

  private static final int LONGEST = 64;

  private UserId() {}

  /** True if {@code text} may be a user id. */
  public static boolean isValid(String text) {
    return !text.isEmpty()
        && text.length() <= 2 * LONGEST
        && text.codePointCount(0, text.length()) <= LONGEST
        && text.codePoints().noneMatch(UserId::isSurrogate);
  }

  /** Throws 400 {@code invalid-request} if {@code userId} is none. */
  static String require(String userId) {
    if (!isValid(userId)) {
      throw Problem.invalid("userId", RULE).toException();
    }
    return userId;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
