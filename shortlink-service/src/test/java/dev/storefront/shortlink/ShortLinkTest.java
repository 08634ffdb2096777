package dev.storefront.shortlink;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.code.CodeBook;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The service on real servers, called over HTTP as a client calls it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithBackends(database = "shortlink")
public abstract class ShortLinkTest {

  protected static final Duration SOON = Duration.ofSeconds(60);

  @LocalServerPort protected int port;
  @Autowired protected JsonMapper json;
  @Autowired protected StringRedisTemplate redis;
  @Autowired protected Namespace namespace;
  @Autowired private CodeBook codeBook;

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
    HttpCalls http = new HttpCalls(port);
    HttpRequest.Builder request =
        http.request(path, token)
            .headers(headers)
            .method(method, body == null ? BodyPublishers.noBody() : HttpCalls.json(body));
    return http.call(body == null ? request : request.header("Content-Type", "application/json"));
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

  /** Sends a form. */
  protected Reply form(String path, String fields, String... headers) {
    HttpCalls http = new HttpCalls(port);
    HttpRequest.Builder request =
        http.request(path, null).header("Content-Type", "application/x-www-form-urlencoded");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.call(request.POST(BodyPublishers.ofString(fields)));
  }

  /** Has Redis forget a link, as after its idle time. */
  protected void forget(String code) {
    String tag = codeBook.locate(code).orElseThrow().tag();
    redis.delete(namespace.key("shortlink:{" + tag + "}:" + code));
  }

  /** A new link's code. */
  protected String link(String url) {
    return send("POST", "/api/v1/links", app(), "{\"url\":\"%s\"}".formatted(url)).code();
  }
}
