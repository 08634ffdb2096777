package dev.storefront.shortlink;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service on real servers, called over HTTP as a client calls it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithBackends(database = "shortlink")
public abstract class ShortLinkTest {

  protected static final Duration SOON = Duration.ofSeconds(60);

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @LocalServerPort protected int port;
  @Autowired protected JsonMapper json;
  @Autowired protected StringRedisTemplate redis;
  @Autowired protected Namespace namespace;

  /** A reply with its body as JSON, null if it has none. */
  protected record Reply(int status, HttpResponse<byte[]> response, JsonNode body, Duration took) {

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    public String text(String pointer) {
      return body.at(pointer).asString("");
    }

    public long number(String pointer) {
      return body.at(pointer).asLong(-1);
    }

    public String code() {
      return text("/code");
    }
  }

  protected static String app() {
    return TestTokens.service("order-app");
  }

  protected static String operator() {
    return TestTokens.operator();
  }

  protected static String unique() {
    return UUID.randomUUID().toString();
  }

  protected Reply get(String path) {
    return send("GET", path, null, null);
  }

  protected Reply send(String method, String path, @Nullable String token, @Nullable String body) {
    return send(method, path, token, body, "Accept", "*/*");
  }

  protected Reply send(
      String method,
      String path,
      @Nullable String token,
      @Nullable String body,
      String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .headers(headers)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    long start = System.nanoTime();
    try {
      HttpResponse<byte[]> response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
      boolean isJson =
          response.headers().firstValue("Content-Type").orElse("").contains("json")
              && response.body().length > 0;
      return new Reply(
          response.statusCode(),
          response,
          isJson ? json.readTree(response.body()) : json.nullNode(),
          Duration.ofNanos(System.nanoTime() - start));
    } catch (Exception e) {
      throw new IllegalStateException(method + " " + path, e);
    }
  }

  protected Reply lease(String token, String requestId, int tier, int count) {
    return send(
        "POST",
        "/api/v1/leases",
        token,
        "{\"requestId\":\"%s\",\"tier\":%d,\"count\":%d}".formatted(requestId, tier, count));
  }

  /** Publishes one link under an id of a lease. */
  protected Reply publish(String token, Reply lease, long id, String url) {
    return send(
        "POST",
        "/api/v1/links/batch",
        token,
        "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[{\"id\":%d,\"url\":\"%s\"}]}"
            .formatted(lease.text("/leaseId"), lease.number("/epoch"), id, url));
  }

  /** A new link's code. */
  protected String link(String url) {
    return send("POST", "/api/v1/links", app(), "{\"url\":\"%s\"}".formatted(url)).code();
  }
}
