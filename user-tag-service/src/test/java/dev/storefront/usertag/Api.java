package dev.storefront.usertag;

import dev.storefront.common.testing.TestTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the service over HTTP, as an operator unless another token is given. */
public final class Api {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String root;

  public Api(int port) {
    this.root = "http://127.0.0.1:" + port;
  }

  /** What came back. */
  public record Reply(int status, HttpResponse<String> response) {

    public JsonNode json() {
      return JSON.readTree(response.body());
    }

    public String code() {
      return json().path("code").asString();
    }

    public String text(String field) {
      return json().path(field).asString();
    }

    public List<String> list(String field) {
      List<String> values = new ArrayList<>();
      json().path(field).forEach(value -> values.add(value.asString()));
      return values;
    }
  }

  public Reply get(String path) {
    return send("GET", path, null, null, TestTokens.operator());
  }

  public Reply put(String path) {
    return send("PUT", path, null, null, TestTokens.operator());
  }

  public Reply delete(String path) {
    return send("DELETE", path, null, null, TestTokens.operator());
  }

  public Reply post(String path, Map<String, ?> body) {
    String json = JSON.writeValueAsString(body);
    return send(
        "POST", path, "application/json", BodyPublishers.ofString(json), TestTokens.operator());
  }

  public Reply send(
      String method,
      String path,
      @Nullable String contentType,
      @Nullable BodyPublisher body,
      @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(root + path))
            .timeout(TIMEOUT)
            .method(method, body == null ? BodyPublishers.noBody() : body);
    if (contentType != null) {
      request.header("Content-Type", contentType);
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Reply(response.statusCode(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  // What the tests say most often.

  public void makeTags(String... tags) {
    for (String tag : tags) {
      put("/api/v1/tags/" + tag);
    }
  }

  public Reply tag(String userId, String tag) {
    return put(userTag(userId, tag));
  }

  public Reply untag(String userId, String tag) {
    return delete(userTag(userId, tag));
  }

  public boolean isTagged(String userId, String tag) {
    return get(userTag(userId, tag)).json().get("tagged").asBoolean();
  }

  public List<String> tagsOf(String userId) {
    return get("/api/v1/users/" + escape(userId) + "/tags").list("tags");
  }

  public Reply query(String expression) {
    return post("/api/v1/audiences/query", Map.of("expression", expression, "limit", 1000));
  }

  /** All of them, page by page. */
  public List<String> users(String expression) {
    Reply page = query(expression);
    List<String> users = new ArrayList<>(page.list("users"));
    while (page.json().has("nextCursor")) {
      page =
          post(
              "/api/v1/audiences/query",
              Map.of("expression", expression, "limit", 1000, "cursor", page.text("nextCursor")));
      users.addAll(page.list("users"));
    }
    return users;
  }

  public long count(String expression) {
    return post("/api/v1/audiences/count", Map.of("expression", expression))
        .json()
        .get("count")
        .asLong();
  }

  public static String userTag(String userId, String tag) {
    return "/api/v1/users/" + escape(userId) + "/tags/" + escape(tag);
  }

  public static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
