package dev.storefront.common.web;

import org.slf4j.MDC;
import org.springframework.http.HttpStatus;

/** The problems that every service shares. */
public final class StandardProblems {

  private StandardProblems() {}

  /** 503 {@code unavailable}: a backing server that this call needs is away. */
  public static Problem unavailable() {
    return Problem.of(
        HttpStatus.SERVICE_UNAVAILABLE,
        "unavailable",
        "A server that this call needs is unavailable. Try again later.");
  }

  /** 401 {@code unauthorized}. */
  public static Problem unauthorized() {
    return Problem.of(
        HttpStatus.UNAUTHORIZED, "unauthorized", "A valid bearer token is needed for this call.");
  }

  /** 403 {@code forbidden}. */
  public static Problem forbidden() {
    return Problem.of(
        HttpStatus.FORBIDDEN, "forbidden", "The token's scope does not allow this call.");
  }

  /** What Tomcat or Spring Security refuses before Spring MVC sees it. */
  private static Problem malformed() {
    return Problem.invalid(
        "request",
        "is not well-formed, or its path has one of '//', ';' and an encoded '/', '\\', '%' or"
            + " control character");
  }

  /** With the trace's id, by which the log has the reason, if the call is traced. */
  static Problem internalError() {
    Problem problem =
        Problem.of(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal-error",
            "The call failed through a fault of the service.");
    String traceId = MDC.get("traceId");
    return traceId == null ? problem : problem.with("traceId", traceId);
  }

  /** What a bare HTTP status means. */
  static Problem ofStatus(int value) {
    HttpStatus status = HttpStatus.resolve(value);
    if (status == null) {
      return internalError();
    }
    return switch (status) {
      case BAD_REQUEST -> malformed();
      case UNAUTHORIZED -> unauthorized();
      case FORBIDDEN -> forbidden();
      case NOT_FOUND -> Problem.of(status, "not-found", "There is nothing at this address.");
      case METHOD_NOT_ALLOWED ->
          Problem.of(status, "method-not-allowed", "This address does not take that method.");
      case NOT_ACCEPTABLE ->
          Problem.of(status, "not-acceptable", "The reply cannot be had in an accepted form.");
      case CONTENT_TOO_LARGE ->
          Problem.of(status, "body-too-large", "The request body is too long.");
      case UNSUPPORTED_MEDIA_TYPE ->
          Problem.of(status, "unsupported-media-type", "The body's media type is not taken here.");
      case SERVICE_UNAVAILABLE -> unavailable();
      case INTERNAL_SERVER_ERROR -> internalError();
      default ->
          Problem.of(
              status,
              status.getReasonPhrase().toLowerCase(java.util.Locale.ROOT).replace(' ', '-'),
              status.getReasonPhrase() + ".");
    };
  }
}
