package dev.storefront.fitment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The service as its callers see it: over HTTP. */
public final class FitmentApi {

  private static final int CALLERS = 4;

  private final HttpCalls http;

  public FitmentApi(int port) {
    this.http = new HttpCalls(port);
  }

  public Reply get(String path) {
    return send(request(path, null).GET());
  }

  public Reply getAsOperator(String path) {
    return send(request(path, TestTokens.operator()).GET());
  }

  public Reply postAsOperator(String path, Object body) {
    return send(json(path, TestTokens.operator()).POST(HttpCalls.json(body)));
  }

  public Reply post(String path, Object body) {
    return send(json(path, null).POST(HttpCalls.json(body)));
  }

  public Reply put(long skuId, Object body) {
    return send(json(fitmentOf(skuId), TestTokens.operator()).PUT(HttpCalls.json(body)));
  }

  public Reply patch(long skuId, Collection<Integer> add, Collection<Integer> remove) {
    return patch(skuId, Map.of("add", add, "remove", remove));
  }

  public Reply patch(long skuId, Object body) {
    return send(
        json(fitmentOf(skuId), TestTokens.operator()).method("PATCH", HttpCalls.json(body)));
  }

  public Reply delete(long skuId) {
    return send(request(fitmentOf(skuId), TestTokens.operator()).DELETE());
  }

  public Reply importVehicles(String contentType, String file) {
    return send(
        request("/api/v1/vehicles/import", TestTokens.operator())
            .header("Content-Type", contentType)
            .POST(BodyPublishers.ofString(file)));
  }

  /** Imports vehicles with these ids, in the order of their ids, once the service can. */
  public void haveVehicles(int firstId, int count) {
    String lines =
        IntStream.range(firstId, firstId + count)
            .mapToObj(id -> "%d,Make,Model %07d,2020,%n".formatted(id, id))
            .collect(Collectors.joining());
    await()
        .untilAsserted(
            () -> importVehicles("text/csv", "vehicleId,make,model,year,trim\n" + lines).isOk());
  }

  public Reply putSelf(long skuId, long mainSkuId, int... vehicleIds) {
    return put(skuId, Map.of("kind", "SELF", "mainSkuId", mainSkuId, "vehicleIds", vehicleIds));
  }

  public Reply putPop(long skuId, long spuId, long vendorId, int... vehicleIds) {
    return put(
        skuId,
        Map.of("kind", "POP", "spuId", spuId, "vendorId", vendorId, "vehicleIds", vehicleIds));
  }

  /** Makes a call for each of these SKUs, several at the same time. */
  public static void forEach(Collection<Long> skuIds, Consumer<Long> call) {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      CompletableFuture.allOf(
              skuIds.stream()
                  .map(sku -> CompletableFuture.runAsync(() -> call.accept(sku), callers))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      callers.shutdownNow();
    }
  }

  public Reply check(List<Integer> vehicleIds, List<Long> skuIds) {
    return post("/api/v1/fitment/check", Map.of("vehicleIds", vehicleIds, "skuIds", skuIds));
  }

  /** The answers of a check, each as {@code "<skuId> <status> <digit per vehicle>"}. */
  public List<String> checked(List<Integer> vehicleIds, Long... skuIds) {
    return answers(check(vehicleIds, Arrays.asList(skuIds)).isOk());
  }

  /** No answer is fine for a while, a wrong one is not: false until all are answered rightly. */
  public boolean isRight(List<Integer> vehicleIds, List<Long> skuIds, List<String> right) {
    Reply reply = check(vehicleIds, skuIds);
    if (reply.status() == 503) {
      return false;
    }
    List<String> answers = answers(reply.isOk());
    assertThat(answers).hasSameSizeAs(right);
    for (int i = 0; i < right.size(); i++) {
      if (!answers.get(i).contains("UNAVAILABLE")) {
        assertThat(answers.get(i)).isEqualTo(right.get(i));
      }
    }
    return answers.equals(right);
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
    return http.request(path, token);
  }

  public Reply send(HttpRequest.Builder request) {
    return http.call(request);
  }

  public static String fitmentOf(long skuId) {
    return "/api/v1/skus/" + skuId + "/fitment";
  }
}
