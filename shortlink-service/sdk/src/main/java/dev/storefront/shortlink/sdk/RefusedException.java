package dev.storefront.shortlink.sdk;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

  String code() {
    return code;
  }

  /** True if what was sent is to blame. */
  boolean isOfContent() {
    return status == BAD_REQUEST || status == TOO_LARGE;
  }

  /** True if nothing can ever be published under the lease. */
  boolean isOfLease() {
    return (status == CONFLICT && code.equals("stale-lease")) || code.equals("unknown-lease");
  }
}
