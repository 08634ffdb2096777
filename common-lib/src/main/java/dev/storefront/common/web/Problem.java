package dev.storefront.common.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * An RFC 9457 problem with the suite's stable {@code code}. Build one where HTTP begins (a
 * controller turns a refusal into it) and throw {@link #toException()}.
 *
 * @param status the HTTP status
 * @param code kebab-case, fixed by the contract: clients switch on it
 * @param detail one sentence for a person; no host, class or secret in it
 * @param properties further members of the document, for example {@code errors}
 * @param retryAfter when to try again; set for 429 and 503
 */
public record Problem(
    HttpStatus status,
    String code,
    String detail,
    Map<String, Object> properties,
    @Nullable Duration retryAfter) {

  private static final Duration SOON = Duration.ofSeconds(1);

  /** A problem without further members; 429 and 503 say to retry in a second. */
  public static Problem of(HttpStatus status, String code, String detail) {
    boolean later =
        status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
    return new Problem(status, code, detail, Map.of(), later ? SOON : null);
  }

  /** 400 {@code invalid-request} about one field. */
  public static Problem invalid(String field, String message) {
    return InvalidField.problem(java.util.List.of(new InvalidField(field, message)));
  }

  /** The same problem with one more member. */
  public Problem with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(properties);
    more.put(name, value);
    return new Problem(status, code, detail, Map.copyOf(more), retryAfter);
  }

  /** The same problem, to be retried after {@code delay} (whole seconds, at least one). */
  public Problem retryAfter(Duration delay) {
    return new Problem(status, code, detail, properties, delay);
  }

  /** To be thrown; the reply is this problem. */
  public ProblemException toException() {
    return new ProblemException(this);
  }

  /**
   * The reply to a request. Who may choose returns it rather than to throw: an exception of a
   * controller has the stack walked, and its handler looked for.
   */
  public ResponseEntity<Object> toReply(HttpServletRequest request) {
    return toReply(request.getRequestURI(), new HttpHeaders());
  }

  ResponseEntity<Object> toReply(String path, HttpHeaders given) {
    HttpHeaders headers = new HttpHeaders(given);
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (status == HttpStatus.UNAUTHORIZED) {
      headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    if (retryAfter != null) {
      headers.set(HttpHeaders.RETRY_AFTER, RetryAfter.seconds(retryAfter));
    }
    return new ResponseEntity<>(toDetail(path), headers, status);
  }

  ProblemDetail toDetail(String path) {
    ProblemDetail detail = ProblemDetail.forStatusAndDetail(status, this.detail);
    detail.setType(URI.create("urn:storefront:problem:" + code));
    detail.setTitle(status.getReasonPhrase());
    detail.setInstance(Paths.toUri(path));
    detail.setProperty("code", code);
    properties.forEach(detail::setProperty);
    return detail;
  }
}
