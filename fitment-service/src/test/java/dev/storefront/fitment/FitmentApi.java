package dev.storefront.fitment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.TestTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as its callers see it: over HTTP. */
public final class FitmentApi {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = new JsonMapper();

  private final String base;

  public FitmentApi(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  /** A reply: its status and its JSON. */
  public record Reply(int status, String contentType, JsonNode json) {

    public Reply isOk() {
      assertThat(status).as("%s", json).isEqualTo(200);
      return this;
    }

    /** It is a problem document with this status and code. */
    public Reply isProblem(int expectedStatus, String code) {
      assertThat(status).as("%s", json).isEqualTo(expectedStatus);
      assertThat(contentType).isEqualTo("application/problem+json");
      assertThat(json.path("code").asString()).isEqualTo(code);
      return this;
    }

    /** It is a 400 about exactly these fields. */
    public void isInvalid(String... fields) {
      isProblem(400, "invalid-request");
      assertThat(json.path("errors").valueStream().map(e -> e.path("field").asString()).toList())
          .containsExactlyInAnyOrder(fields);
    }
  }

  public Reply get(String path) {
    return send(request(path, null).GET());
  }

  public Reply getAsOperator(String path) {
    return send(request(path, TestTokens.operator()).GET());
  }

  public Reply postAsOperator(String path, Object body) {
    return send(json(path, TestTokens.operator()).POST(body(body)));
  }

  public Reply post(String path, Object body) {
    return send(json(path, null).POST(body(body)));
  }

  public Reply put(long skuId, Object body) {
    return send(json(fitmentOf(skuId), TestTokens.operator()).PUT(body(body)));
  }

  public Reply patch(long skuId, Collection<Integer> add, Collection<Integer> remove) {
    return patch(skuId, Map.of("add", add, "remove", remove));
  }

  public Reply patch(long skuId, Object body) {
    return send(json(fitmentOf(skuId), TestTokens.operator()).method("PATCH", body(body)));
  }

  public Reply importVehicles(String contentType, String file) {
    return send(
        request("/api/v1/vehicles/import", TestTokens.operator())
            .header("Content-Type", contentType)
            .POST(BodyPublishers.ofString(file)));
  }

  /** Imports vehicles with these ids, in the order of their ids. */
  public void haveVehicles(int firstId, int count) {
    String lines =
        IntStream.range(firstId, firstId + count)
            .mapToObj(id -> "%d,Make,Model %07d,2020,%n".formatted(id, id))
            .collect(Collectors.joining());
    importVehicles("text/csv", "vehicleId,make,model,year,trim\n" + lines).isOk();
  }

  public Reply putSelf(long skuId, long mainSkuId, int... vehicleIds) {
    return put(skuId, Map.of("kind", "SELF", "mainSkuId", mainSkuId, "vehicleIds", vehicleIds));
  }

  public Reply check(List<Integer> vehicleIds, List<Long> skuIds) {
    return post("/api/v1/fitment/check", Map.of("vehicleIds", vehicleIds, "skuIds", skuIds));
  }

  /** The answers of a check, each as {@code "<skuId> <status> <digit per vehicle>"}. */
  public List<String> checked(List<Integer> vehicleIds, Long... skuIds) {
    return answers(check(vehicleIds, Arrays.asList(skuIds)).isOk());
  }

  public static List<String> answers(Reply reply) {
    return reply.json().path("results").valueStream().map(FitmentApi::answer).toList();
  }

  private static String answer(JsonNode result) {
    String fits =
        result
            .path("fits")
            .valueStream()
            .map(f -> f.booleanValue() ? "1" : "0")
            .collect(Collectors.joining());
    return "%d %s %s"
        .formatted(result.path("skuId").longValue(), result.path("status").asString(), fits);
  }

  public HttpRequest.Builder json(String path, @Nullable String token) {
    return request(path, token).header("Content-Type", "application/json");
  }

  public HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  public Reply send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
      return new Reply(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          JSON.readTree(response.body().isEmpty() ? "null" : response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public static String fitmentOf(long skuId) {
    return "/api/v1/skus/" + skuId + "/fitment";
  }

  private static BodyPublisher body(Object body) {
    return BodyPublishers.ofString(
        body instanceof String text ? text : JSON.writeValueAsString(body));
  }
}
