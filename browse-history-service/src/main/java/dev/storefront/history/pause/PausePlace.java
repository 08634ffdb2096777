package dev.storefront.history.pause;

/**
 * A place among all pauses that the database knows, in the order of their changes.
 *
 * @param time of the last change before this place, epoch milliseconds
 * @param user likewise
 * @param pausedAt likewise
 */
public record PausePlace(long time, String user, long pausedAt) {

  /** Before all that changed at or after a time, epoch milliseconds. */
  public static PausePlace since(long time) {
    return new PausePlace(time, "", 0);
  }
}
