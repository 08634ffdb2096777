package dev.storefront.acceptance.suite;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/**
 * One request of a client to a service, to be sent through {@link RunningSuite#send(Service,
 * Call)}.
 */
public final class Call {

  private static final Duration LONGEST = Duration.ofSeconds(15);

  private final String method;
  private final String path;
  private final HttpRequest.Builder request = HttpRequest.newBuilder().timeout(LONGEST);
  private BodyPublisher body = BodyPublishers.noBody();

  private Call(String method, String path) {
    this.method = method;
    this.path = path;
  }

  /**
   * @param path from the first slash on, with the query
   */
  public static Call of(String method, String path) {
    return new Call(method, path);
  }

  /** With a bearer token; an empty one means none. */
  public Call token(String token) {
    return token.isEmpty() ? this : header("Authorization", "Bearer " + token);
  }

  /** With a header. */
  public Call header(String name, String value) {
    request.setHeader(name, value);
    return this;
  }

  /** With a JSON body. */
  public Call json(String json) {
    return text("application/json", json);
  }

  /** With a body of text. */
  public Call text(String mediaType, String content) {
    return body(mediaType, BodyPublishers.ofString(content));
  }

  /** With any body. */
  public Call body(String mediaType, BodyPublisher content) {
    body = content;
    return header("Content-Type", mediaType);
  }

  HttpRequest to(URI service) {
    return request.uri(service.resolve(path)).method(method, body).build();
  }
}
