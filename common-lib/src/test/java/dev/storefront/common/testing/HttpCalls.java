package dev.storefront.common.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Plain HTTP, so that tests see exactly what a client sees. */
public final class HttpCalls {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
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
        request(path, token)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  public HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(1));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }
}
