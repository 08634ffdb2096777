package dev.storefront.history;

import java.time.Duration;

/** What holds for every history, hot and cold. */
public final class HistoryRules {

  /** Nobody is shown more than the latest 200. */
  public static final int MOST_SHOWN = 200;

  /** Views older than 60 days neither show nor are taken in. */
  public static final Duration LONGEST_AGE = Duration.ofDays(60);

  /** How far a page's clock may be ahead; later views are refused. */
  public static final Duration LONGEST_AHEAD = Duration.ofMinutes(5);

  /** The longest user id in characters. */
  public static final int LONGEST_USER_ID = 128;

  /** How long an untouched hot history lives: T+1 data, its processing, and two days of retries. */
  public static final Duration HOT_LIFETIME = Duration.ofDays(4);

  /**
   * The most views that Redis keeps of a user. More than are shown: several may share an SPU, or be
   * of products that were deleted.
   */
  public static final int MOST_HOT_VIEWS = 400;

  private HistoryRules() {}
}
