package dev.storefront.shortlink.sdk;

/** The service said no; another attempt would not help. */
final class RefusedException extends RuntimeException {

  private static final int BAD_REQUEST = 400;
  private static final int CONFLICT = 409;
  private static final int TOO_LARGE = 413;

  private final int status;
  private final String code;

  RefusedException(int status, String code, String detail) {
    super(detail);
    this.status = status;
    this.code = code;
  }

  String code() {
    return code;
  }

  boolean isStaleLease() {
    return status == CONFLICT && code.equals("stale-lease");
  }

  /** True if what was sent is to blame. */
  boolean isOfContent() {
    return status == BAD_REQUEST || status == TOO_LARGE;
  }

  /** True if nothing can ever be published under the lease. */
  boolean isOfLease() {
    return isStaleLease() || code.equals("unknown-lease");
  }
}
