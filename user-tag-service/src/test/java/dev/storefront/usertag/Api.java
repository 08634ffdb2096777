package dev.storefront.usertag;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls the service over HTTP, as an operator unless another token is given. */
public final class Api {

  private final HttpCalls http;

  public Api(int port) {
    this.http = new HttpCalls(port);
  }

  public Reply get(String path) {
    return http.call("GET", path, TestTokens.operator(), null);
  }

  public Reply put(String path) {
    return http.call("PUT", path, TestTokens.operator(), null);
  }

  public Reply delete(String path) {
    return http.call("DELETE", path, TestTokens.operator(), null);
  }

  public Reply post(String path, Map<String, ?> body) {
    return http.call("POST", path, TestTokens.operator(), body);
  }

  public Reply send(
      String method,
      String path,
      @Nullable String contentType,
      @Nullable BodyPublisher body,
      @Nullable String token) {
    HttpRequest.Builder request = http.request(path, token);
    if (contentType != null) {
      request.header("Content-Type", contentType);
    }
    return http.call(request.method(method, body == null ? BodyPublishers.noBody() : body));
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
    return get("/api/v1/users/" + escape(userId) + "/tags").list("/tags");
  }

  public Reply query(String expression) {
    return post("/api/v1/audiences/query", Map.of("expression", expression, "limit", 1000));
  }

  /** All of them, page by page. */
  public List<String> users(String expression) {
    Reply page = query(expression);
    List<String> users = new ArrayList<>(page.list("/users"));
    while (page.json().has("nextCursor")) {
      page =
          post(
              "/api/v1/audiences/query",
              Map.of("expression", expression, "limit", 1000, "cursor", page.text("/nextCursor")));
      users.addAll(page.list("/users"));
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
