package dev.storefront.localstack.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a service says about its readiness.
 *
 * @param answered false when it says nothing
 * @param ready true when it takes requests
 * @param away the backing servers that it misses
 */
record Readiness(boolean answered, boolean ready, List<String> away) {

  private static final Duration TIMEOUT = Duration.ofSeconds(4);
  private static final int OK = 200;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private static final Readiness SILENT = new Readiness(false, false, List.of());

  /** Asks the service on that port of 127.0.0.1. */
  static Readiness ask(int port) {
    URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      return of(response.statusCode(), response.body());
    } catch (IOException e) {
      return SILENT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return SILENT;
    }
  }

  static Readiness of(int status, String body) {
    try {
      List<String> away =
          JSON.readTree(body)
              .path("components")
              .propertyStream()
              .filter(component -> !isUp(component.getValue()))
              .map(component -> component.getKey())
              .toList();
      return new Readiness(true, status == OK, away);
    } catch (JacksonException notJson) {
      return SILENT;
    }
  }

  private static boolean isUp(JsonNode component) {
    return component.path("status").asString("").equals("UP");
  }
}
