package dev.storefront.acceptance.fitment;

import dev.storefront.localstack.suite.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The service as its callers see it. Every call fails with an IOException if it has no answer. */
final class FitmentApi {

  private static final Duration SHORT = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;
  private static final int PAGE = 1_000;

  /** So often what is answered with a 503 is read again: a server may be late on a busy machine. */
  private static final int MOST_AGAIN = 5;

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();
  private final URI service;
  private final String operator;

  /**
   * @param operator a token of an operator
   */
  FitmentApi(URI service, String operator) {
    this.service = service;
    this.operator = operator;
  }

  JsonNode importVehicles(String csv) throws IOException {
    HttpRequest.Builder request = request("/api/v1/vehicles/import").timeout(LONG);
    return success(OK, send(request, "POST", "text/csv", BodyPublishers.ofString(csv)));
  }

  /** Returns the import's id. */
  String importFitment(Path ndjson) throws IOException {
    HttpRequest.Builder request = request("/api/v1/fitment/imports").timeout(LONG);
    BodyPublisher file = BodyPublishers.ofFile(ndjson);
    return success(ACCEPTED, send(request, "POST", "application/x-ndjson", file))
        .path("id")
        .asString();
  }

  /** Starts a job and returns where it is. */
  String start(String path, Object body) throws IOException {
    return path + "/" + success(ACCEPTED, send("POST", path, body)).path("id").asString();
  }

  JsonNode get(String path) throws IOException {
    return success(OK, patiently(() -> read(path)));
  }

  /** Sends PUT or PATCH of a SKU's fitment; the status. */
  int write(String method, long skuId, Object body) throws IOException {
    return send(method, "/api/v1/skus/" + skuId + "/fitment", body).statusCode();
  }

  /** Every vehicle that a SKU fits, empty if the SKU is unknown. */
  Optional<Fits> vehiclesOf(long skuId) throws IOException {
    return vehicles("/api/v1/skus/" + skuId + "/vehicles");
  }

  /** Every vehicle there is. */
  Fits vehicles() throws IOException {
    return vehicles("/api/v1/vehicles").orElse(Fits.NONE);
  }

  private Optional<Fits> vehicles(String path) throws IOException {
    List<JsonNode> items = new ArrayList<>();
    if (!page(path + "?", items)) {
      return Optional.empty();
    }
    return Optional.of(Fits.of(items.stream().mapToInt(item -> item.path("vehicleId").asInt(0))));
  }

  /** The SKUs of a group that fit a vehicle. */
  List<Long> skusOf(int vehicleId, long groupId) throws IOException {
    List<JsonNode> items = new ArrayList<>();
    page("/api/v1/vehicles/%d/skus?groupId=%d&".formatted(vehicleId, groupId), items);
    return items.stream().map(item -> item.path("skuId").asLong(0)).toList();
  }

  /** Reads all pages; false if there is no such thing. */
  private boolean page(String path, List<JsonNode> items) throws IOException {
    String cursor = "";
    do {
      String next = path + "limit=" + PAGE + cursor;
      HttpResponse<byte[]> reply = patiently(() -> read(next));
      if (reply.statusCode() == NOT_FOUND) {
        return false;
      }
      JsonNode page = success(OK, reply);
      page.path("items").forEach(items::add);
      cursor = page.hasNonNull("nextCursor") ? "&cursor=" + page.path("nextCursor").asString() : "";
    } while (!cursor.isEmpty());
    return true;
  }

  /** Asks which SKUs fit which vehicles. */
  List<CheckAnswer> check(int[] vehicleIds, List<Long> skuIds) throws IOException {
    return answers(patiently(() -> ask(vehicleIds, skuIds)));
  }

  /** Asks that once, whatever the answer is. */
  List<CheckAnswer> checkOnce(int[] vehicleIds, List<Long> skuIds) throws IOException {
    return answers(ask(vehicleIds, skuIds));
  }

  private HttpResponse<byte[]> ask(int[] vehicleIds, List<Long> skuIds) throws IOException {
    return send(
        "POST",
        "/api/v1/fitment/check",
        Json.object("vehicleIds", vehicleIds).and("skuIds", skuIds));
  }

  private static List<CheckAnswer> answers(HttpResponse<byte[]> reply) throws IOException {
    if (reply.statusCode() != OK) {
      throw new IOException("a check was answered with " + text(reply));
    }
    return CheckAnswer.read(reply.body());
  }

  List<CheckAnswer> check(IntStream vehicleIds, List<Long> skuIds) throws IOException {
    return check(vehicleIds.toArray(), skuIds);
  }

  /** A call that may be made again. */
  private interface Read {
    HttpResponse<byte[]> reply() throws IOException;
  }

  private static HttpResponse<byte[]> patiently(Read read) throws IOException {
    HttpResponse<byte[]> reply = read.reply();
    for (int again = 0; again < MOST_AGAIN && reply.statusCode() == UNAVAILABLE; again++) {
      LockSupport.parkNanos(BETWEEN.toNanos());
      reply = read.reply();
    }
    return reply;
  }

  private HttpResponse<byte[]> read(String path) throws IOException {
    return send(request(path), "GET", null, BodyPublishers.noBody());
  }

  private HttpResponse<byte[]> send(String method, String path, Object body) throws IOException {
    return send(
        request(path), method, "application/json", BodyPublishers.ofString(Json.write(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(service.resolve(path))
        .timeout(SHORT)
        .header("Authorization", "Bearer " + operator);
  }

  private HttpResponse<byte[]> send(
      HttpRequest.Builder request, String method, @Nullable String type, BodyPublisher body)
      throws IOException {
    if (type != null) {
      request.header("Content-Type", type);
    }
    try {
      return http.send(request.method(method, body).build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static JsonNode success(int status, HttpResponse<byte[]> reply) throws IOException {
    if (reply.statusCode() != status) {
      throw new IOException("%s answered %s".formatted(reply.uri(), text(reply)));
    }
    return Json.read(text(reply.body()));
  }

  private static String text(HttpResponse<byte[]> reply) {
    return reply.statusCode() + " " + text(reply.body());
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }
}
