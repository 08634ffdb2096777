package dev.storefront.flashsale.testing;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import java.net.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls the service as its clients do. */
public final class Api {

  private final HttpCalls http;
  private final Map<String, String> headers;

  public Api(int port) {
    this(new HttpCalls(port), Map.of());
  }

  private Api(HttpCalls http, Map<String, String> headers) {
    this.http = http;
    this.headers = headers;
  }

  /** The same with these headers on every call. */
  public Api with(Map<String, String> more) {
    return new Api(http, more);
  }

  /** GET; without a token if that is null. */
  public Reply get(String path, @Nullable String token) {
    return http.call(request(path, token).GET());
  }

  /** DELETE; without a token if that is null. */
  public Reply delete(String path, @Nullable String token) {
    return http.call(request(path, token).DELETE());
  }

  /** POST of a JSON value, or of nothing. */
  public Reply post(String path, @Nullable String token, @Nullable Object body) {
    HttpRequest.Builder request = request(path, token);
    return http.call(
        body == null
            ? request.POST(HttpRequest.BodyPublishers.noBody())
            : request.header("Content-Type", "application/json").POST(HttpCalls.json(body)));
  }

  private HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request = http.request(path, token);
    headers.forEach(request::header);
    return request;
  }
}
