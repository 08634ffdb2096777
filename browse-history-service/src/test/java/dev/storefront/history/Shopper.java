package dev.storefront.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Someone who looks at products and at their own history, over HTTP. */
public final class Shopper {

  private static final int UNAVAILABLE = 503;

  private final String user;
  private final String token;
  private final HttpCalls http;
  private final JsonMapper json;

  Shopper(String user, int port, JsonMapper json) {
    this.user = user;
    this.token = user.startsWith("guest:") ? TestTokens.guest(user) : TestTokens.user(user);
    this.http = new HttpCalls(port);
    this.json = json;
  }

  public String token() {
    return token;
  }

  public String user() {
    return user;
  }

  public HttpResponse<String> view(String body) {
    return call(() -> http.post("/api/v1/page-views", token, "application/json", body));
  }

  /** Looks at a product now; returns when the history shows it. */
  public void look(long skuId) {
    long before = System.currentTimeMillis();
    assertThat(taken(() -> view("{\"skuId\":%d}".formatted(skuId))).statusCode()).isEqualTo(202);
    await()
        .until(
            () ->
                list(200).stream()
                    .anyMatch(
                        item ->
                            item.path("skuId").asLong() == skuId
                                && viewedAt(item).toEpochMilli() >= before));
  }

  public HttpResponse<String> get(String path) {
    return call(() -> http.get(path, token));
  }

  /** The history's first page. */
  public List<JsonNode> list(int limit) {
    return items(page(limit, null));
  }

  public List<Long> skus() {
    return skus(page(200, null));
  }

  /** The same once HBase and the database have been quick enough for the service to ask them. */
  public List<Long> allSkus() {
    return skus(whole("/api/v1/history?limit=200"));
  }

  private static List<Long> skus(JsonNode page) {
    return items(page).stream().map(item -> item.path("skuId").asLong()).toList();
  }

  /** False while there is no answer (503); an answer shows these products, the latest first. */
  public boolean seesIfAnswered(List<Long> skuIds) {
    HttpResponse<String> reply = get("/api/v1/history?limit=200");
    if (reply.statusCode() == 503) {
      return false;
    }
    assertThat(skus(json.readTree(reply.body()))).isEqualTo(skuIds);
    return true;
  }

  public JsonNode page(int limit, @Nullable String cursor) {
    return answer("/api/v1/history?limit=" + limit + (cursor == null ? "" : "&cursor=" + cursor));
  }

  public int count() {
    return answer("/api/v1/history/count").path("count").asInt(-1);
  }

  /** As {@link #allSkus()}. */
  public int countOfAll() {
    return whole("/api/v1/history/count").path("count").asInt(-1);
  }

  private JsonNode whole(String path) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> answer(path), answer -> !answer.has("degraded"));
  }

  private JsonNode answer(String path) {
    HttpResponse<String> reply = get(path);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return json.readTree(reply.body());
  }

  public HttpResponse<String> delete(String path) {
    return call(() -> http.send(http.request(path, token).DELETE()));
  }

  public void deleteItems(long... skuIds) {
    String query =
        LongStream.of(skuIds).mapToObj(sku -> "skuId=" + sku).collect(Collectors.joining("&"));
    assertThat(taken(() -> delete("/api/v1/history/items?" + query)).statusCode()).isEqualTo(204);
  }

  public void clear() {
    assertThat(taken(() -> delete("/api/v1/history")).statusCode()).isEqualTo(204);
  }

  /** The reply to a change; it is sent again while a server that it needs is too slow for it. */
  public static HttpResponse<String> taken(Supplier<HttpResponse<String>> change) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(change::get, reply -> reply.statusCode() != UNAVAILABLE);
  }

  public HttpResponse<String> post(String path, String body) {
    return call(() -> http.post(path, token, "application/json", body));
  }

  /** Posts without a body. */
  public HttpResponse<String> post(String path) {
    return call(() -> http.post(path, token, "application/json", ""));
  }

  public static List<JsonNode> items(JsonNode page) {
    return List.copyOf(page.path("items").values());
  }

  public static Instant viewedAt(JsonNode item) {
    return Instant.parse(item.path("viewedAt").asString());
  }

  private static <T> T call(java.util.concurrent.Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
