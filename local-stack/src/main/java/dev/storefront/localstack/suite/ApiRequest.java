package dev.storefront.localstack.suite;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One call of an API.
 *
 * @param as whose token it bears; null for none
 * @param contentType of the body; null without one
 */
public record ApiRequest(
    String method,
    URI uri,
    @Nullable Identity as,
    @Nullable String contentType,
    @Nullable String body) {

  /** A request without token and body. */
  public static ApiRequest of(String method, URI service, String path) {
    return new ApiRequest(method, service.resolve(path), null, null, null);
  }

  public static ApiRequest get(URI service, String path) {
    return of("GET", service, path);
  }

  public static ApiRequest post(URI service, String path) {
    return of("POST", service, path);
  }

  public static ApiRequest put(URI service, String path) {
    return of("PUT", service, path);
  }

  public static ApiRequest delete(URI service, String path) {
    return of("DELETE", service, path);
  }

  public ApiRequest as(Identity identity) {
    return new ApiRequest(method, uri, identity, contentType, body);
  }

  /** With a value as JSON. */
  public ApiRequest json(Object value) {
    return body("application/json", Json.write(value));
  }

  public ApiRequest body(String type, String content) {
    return new ApiRequest(method, uri, as, type, content);
  }
}
