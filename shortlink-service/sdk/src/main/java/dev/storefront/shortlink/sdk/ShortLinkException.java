package dev.storefront.shortlink.sdk;

import java.util.concurrent.CompletionException;

/**
 * A link was not made or not published; {@link #code} says why. A synchronous call throws it when
 *
 * <ul>
 *   <li>there is no leased id and no lease can be had: the service refuses the call ({@link
 *       RefusedException}, which has the HTTP status), is away ({@link #UNAVAILABLE}), or there is
 *       no token to call it with ({@link #NO_TOKEN});
 *   <li>the link cannot be taken over: {@link #QUEUE_FULL}, {@link #JOURNAL_FAILED}, {@link
 *       #ALREADY_PUBLISHED};
 *   <li>the client is {@link #CLOSED}.
 * </ul>
 *
 * <p>The future of {@link ShortLinkClient#shorten} fails with it for these reasons, too, and where
 * the service refuses the target ({@code invalid-url} say).
 */
public sealed class ShortLinkException extends RuntimeException permits RefusedException {

  private static final long serialVersionUID = 1;

  /** {@link #code} when the queue stayed full: callers make links faster than they are taken. */
  public static final String QUEUE_FULL = "queue-full";

  /** {@link #code} when the link was published before, with another target. */
  public static final String ALREADY_PUBLISHED = "already-published";

  /** {@link #code} when the client was closed before the link was published. */
  public static final String CLOSED = "closed";

  /** {@link #code} when the service did not answer in all attempts; publishing may have worked. */
  public static final String UNAVAILABLE = "unavailable";

  /** {@link #code} when the supplier of tokens threw, which is the cause, or gave null. */
  public static final String NO_TOKEN = "no-token";

  /** {@link #code} when the journal could not be written: the cause says why. */
  public static final String JOURNAL_FAILED = "journal-failed";

  private final String code;

  ShortLinkException(String code, String detail) {
    super(detail);
    this.code = code;
  }

  ShortLinkException(String code, String detail, Throwable cause) {
    super(detail, cause);
    this.code = code;
  }

  /** The one that a call failed with; for any other failure one that has it as its cause. */
  static ShortLinkException of(RuntimeException failure) {
    Throwable cause = failure.getCause();
    Throwable told = failure instanceof CompletionException && cause != null ? cause : failure;
    return told instanceof ShortLinkException ours
        ? ours
        : new ShortLinkException(UNAVAILABLE, "The call of the service failed: " + told, told);
  }

  static ShortLinkException queueFull() {
    return new ShortLinkException(QUEUE_FULL, "Too many links wait to be published");
  }

  static ShortLinkException closed() {
    return new ShortLinkException(CLOSED, "The client was closed before this was published");
  }

  /** Kebab-case: the service's own, for example {@code invalid-url}, or one of the constants. */
  public String code() {
    return code;
  }
}
