package dev.storefront.flashsale.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the service as its clients do. */
public final class Api {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String base;
  private final JsonMapper json;
  private final Map<String, String> headers;

  Api(String base, JsonMapper json) {
    this(base, json, Map.of());
  }

  private Api(String base, JsonMapper json, Map<String, String> headers) {
    this.base = base;
    this.json = json;
    this.headers = headers;
  }

  /** The same with these headers on every call. */
  public Api with(Map<String, String> more) {
    return new Api(base, json, more);
  }

  /** A reply. */
  public record Reply(int status, HttpHeaders headers, JsonNode body) {

    /** The body's value at a JSON pointer. */
    public JsonNode at(String pointer) {
      return body.at(pointer);
    }

    /** The problem's code, empty if it is none. */
    public String code() {
      return body.path("code").asString("");
    }

    /** Fails unless the status is this one. */
    public Reply expect(int expected) {
      if (status != expected) {
        throw new AssertionError("expected " + expected + ", got " + status + " " + body);
      }
      return this;
    }

    /** Fails unless it is this problem. */
    public Reply expect(int expected, String code) {
      expect(expected);
      if (!code().equals(code)) {
        throw new AssertionError("expected " + code + ", got " + body);
      }
      return this;
    }
  }

  /** GET; without a token if that is null. */
  public Reply get(String path, @Nullable String token) {
    return send(request(path, token).GET().build());
  }

  /** DELETE; without a token if that is null. */
  public Reply delete(String path, @Nullable String token) {
    return send(request(path, token).DELETE().build());
  }

  /** POST of a JSON value, or of nothing. */
  public Reply post(String path, @Nullable String token, @Nullable Object body) {
    HttpRequest.Builder request = request(path, token);
    if (body == null) {
      return send(request.POST(BodyPublishers.noBody()).build());
    }
    String text = body instanceof String raw ? raw : json.writeValueAsString(body);
    return send(
        request
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(text))
            .build());
  }

  private HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(30));
    headers.forEach(request::header);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private Reply send(HttpRequest request) {
    try {
      HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
      String body = response.body();
      return new Reply(
          response.statusCode(),
          response.headers(),
          body.isEmpty() ? json.createObjectNode() : json.readTree(body));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
