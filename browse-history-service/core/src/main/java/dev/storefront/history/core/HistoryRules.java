package dev.storefront.history.core;

import java.time.Duration;

/** What holds for every history, hot and cold. */
public final class HistoryRules {

  /** Nobody is shown more than the latest 200; a cold row has no more SKUs. */
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
   * The most views that Redis keeps of a user. More than are shown, because several may share an
   * SPU, or be of products that were deleted; as many as fit into the 4 KB that Redis' allocator
   * gives to them.
   */
  public static final int MOST_HOT_VIEWS = 290;

  /** How long a row lives after its {@code asOf}: it may show for as long as its latest view. */
  public static final Duration ROW_LIFETIME = LONGEST_AGE.plusDays(2);

  /**
   * How long a deletion is remembered: longer than any view that it hides could show, so that late
   * events, jobs that run days later and old rows have nothing to bring back.
   */
  public static final Duration DELETION_LIFETIME = LONGEST_AGE.plusDays(2);

  private HistoryRules() {}
}
