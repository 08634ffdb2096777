package dev.storefront.shortlink.sdk;

/** A link was not published. */
public final class ShortLinkException extends RuntimeException {

  /** {@link #code} when the queue stayed full: callers make links faster than they are taken. */
  public static final String QUEUE_FULL = "queue-full";

  /** {@link #code} when the link was published before, with another target. */
  public static final String ALREADY_PUBLISHED = "already-published";

  /** {@link #code} when the client was closed before the link was published. */
  public static final String CLOSED = "closed";

  /** {@link #code} when the service did not answer in all attempts; publishing may have worked. */
  public static final String UNAVAILABLE = "unavailable";

  private final String code;

  ShortLinkException(String code, String detail) {
    super(detail);
    this.code = code;
  }

  ShortLinkException(String code, String detail, Throwable cause) {
    super(detail, cause);
    this.code = code;
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
