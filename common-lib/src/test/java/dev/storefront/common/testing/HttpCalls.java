package dev.storefront.common.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Plain HTTP to a service on this machine, so that tests see exactly what a client sees. */
public final class HttpCalls {

  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;

  public HttpCalls(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  public HttpResponse<String> get(String path, @Nullable String token) throws Exception {
    return send(request(path, token).GET());
  }

  public HttpResponse<String> post(String path, @Nullable String token, String type, String body)
      throws Exception {
    return send(
        request(path, token).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  /**
   * Sends a request; no answer fails the test.
   *
   * @param body what {@link #json} is sent of; null for nothing
   */
  public Reply call(String method, String path, @Nullable String token, @Nullable Object body) {
    HttpRequest.Builder request = request(path, token);
    if (body == null) {
      return call(request.method(method, BodyPublishers.noBody()));
    }
    return call(request.header("Content-Type", "application/json").method(method, json(body)));
  }

  /** Sends a request; no answer fails the test. */
  public Reply call(HttpRequest.Builder request) {
    long start = System.nanoTime();
    try {
      HttpResponse<byte[]> response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
      return Reply.of(response, Duration.ofNanos(System.nanoTime() - start));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** A value as JSON; a string is JSON already. */
  public static BodyPublisher json(Object body) {
    return BodyPublishers.ofString(
        body instanceof String text ? text : JSON.writeValueAsString(body));
  }

  /** A request with a minute to be answered; without a token if that is null. */
  public HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(1));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }
}
