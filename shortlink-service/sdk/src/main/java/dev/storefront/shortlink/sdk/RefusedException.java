package dev.storefront.shortlink.sdk;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service said no to a call, or whoever stands at its address: another attempt would not help.
 * {@link #code} is that of the problem document, for example {@code unauthorized}; without one it
 * is {@code status-} and the HTTP status.
 */
public final class RefusedException extends ShortLinkException {

  private static final long serialVersionUID = 1;

  private static final int BAD_REQUEST = 400;
  private static final int CONFLICT = 409;
  private static final int TOO_LARGE = 413;

  private final int status;

  RefusedException(int status, String code, String detail) {
    super(code, detail);
    this.status = status;
  }

  /** Of an answer. A proxy on the way refuses too, in whatever language. */
  static RefusedException of(int status, byte[] body, JsonMapper json) {
    JsonNode problem;
    try {
      problem = json.readTree(body);
    } catch (JacksonException notOurs) {
      problem = json.createObjectNode();
    }
    return new RefusedException(
        status,
        problem.path("code").asString("status-" + status),
        problem.path("detail").asString("The service answered " + status));
  }

  /**
   * The HTTP status: 401 where the token is not good, 403 where it lacks the scope, 404 where
   * another server stands at the address.
   */
  public int status() {
    return status;
  }

  /** True if what was sent is to blame. */
  boolean isOfContent() {
    return status == BAD_REQUEST || status == TOO_LARGE;
  }

  /** True if nothing can ever be published under the lease. */
  boolean isOfLease() {
    return (status == CONFLICT && code().equals("stale-lease")) || code().equals("unknown-lease");
  }
}
