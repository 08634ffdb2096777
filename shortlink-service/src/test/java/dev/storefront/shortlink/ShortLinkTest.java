package dev.storefront.shortlink;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.marker.SegmentMarkers.LinkPlace;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The service on real servers, called over HTTP as a client calls it. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    // Each namespace has tables of its own, and one HBase has them all.
    properties = "storefront.shortlink.cold.regions=2")
@WithBackends(database = "shortlink")
public abstract class ShortLinkTest {

  protected static final Duration SOON = Duration.ofSeconds(60);

  /** What stands before a link. */
  private static final Pattern ENDS = Pattern.compile("^(\\d+)\\|");

  @LocalServerPort protected int port;
  @Autowired protected JsonMapper json;
  @Autowired protected StringRedisTemplate redis;
  @Autowired protected Namespace namespace;
  @Autowired private CodeBook codeBook;
  @Autowired private SegmentMarkers markers;

  @Autowired
  @Qualifier("hbaseHealthIndicator")
  private HealthIndicator hbase;

  /** A new namespace's tables are made while the service starts, for longer than that at times. */
  @BeforeEach
  void cold_storage_is_there() {
    await().until(() -> hbase.health().getStatus().equals(Status.UP));
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
    LinkPlace place = placeOf(code);
    redis.opsForHash().delete(place.bucket(), place.place());
  }

  /** What Redis has of a link, as the service encodes it; null if that is nothing, or over. */
  protected @Nullable String inRedis(String code) {
    return left(code).isZero() ? null : ENDS.matcher(field(code)).replaceFirst("");
  }

  /** Has Redis have this of a link, for so long. */
  protected void intoRedis(String code, String link, Duration left) {
    LinkPlace place = placeOf(code);
    redis
        .<String, String>opsForHash()
        .put(
            place.bucket(),
            place.place(),
            System.currentTimeMillis() + left.toMillis() + "|" + link);
    if (redis.getExpire(place.bucket(), TimeUnit.MILLISECONDS) < left.toMillis()) {
      redis.expire(place.bucket(), left);
    }
  }

  /** Has Redis keep a link for so long from now on, and no visit before; false if it has none. */
  protected boolean keep(String code, Duration left) {
    String link = inRedis(code);
    if (link != null) {
      intoRedis(code, link, left);
    }
    return link != null;
  }

  /** How long Redis has a link yet; zero if it has none, or that is over. */
  protected Duration left(String code) {
    Matcher ends = ENDS.matcher(field(code));
    Duration left =
        ends.find()
            ? Duration.ofMillis(Long.parseLong(ends.group(1)) - System.currentTimeMillis())
            : Duration.ZERO;
    return left.isNegative() ? Duration.ZERO : left;
  }

  private String field(String code) {
    LinkPlace place = placeOf(code);
    String field = redis.<String, String>opsForHash().get(place.bucket(), place.place());
    return field == null ? "" : field;
  }

  /** Where Redis has a link. */
  protected LinkPlace placeOf(String code) {
    return markers.placeOf(codeBook.locate(code).orElseThrow());
  }

  /** The key of the marker beside a link. */
  protected String markerOf(String code) {
    return markers.keyOf(codeBook.locate(code).orElseThrow().tag());
  }

  /** A new link's code. */
  protected String link(String url) {
    return send("POST", "/api/v1/links", app(), "{\"url\":\"%s\"}".formatted(url)).code();
  }
}
