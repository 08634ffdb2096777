package dev.storefront.benchmarks.shortlink;

import dev.storefront.localstack.suite.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/** Leases ids of a service and publishes links under them, as an application does. */
final class LinkDesk {

  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int MOST_REPEATS = 20;
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final String BATCH = "/api/v1/links/batch";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI service;
  private final String token;
  private final LongAdder repeats = new LongAdder();

  /**
   * @param port where the service listens on this machine
   * @param token of an application
   */
  LinkDesk(int port, String token) {
    this.service = URI.create("http://127.0.0.1:" + port);
    this.token = token;
  }

  /** Some ids that this application may publish under. */
  record Lease(String id, long epoch, List<Long> ids) {}

  /** Leases so many ids of a tier. */
  Lease lease(int tier, int count) throws IOException, InterruptedException {
    String wanted =
        "{\"requestId\":\"%s\",\"tier\":%d,\"count\":%d}".formatted(UUID.randomUUID(), tier, count);
    JsonNode lease = Json.read(insist("POST", "/api/v1/leases", wanted));
    List<Long> ids =
        lease.path("ranges").values().stream()
            .flatMap(
                range ->
                    LongStream.rangeClosed(
                            range.path("first").asLong(), range.path("last").asLong())
                        .boxed())
            .toList();
    if (lease.path("tier").asInt() != tier || ids.size() != count) {
      throw new IllegalStateException(
          "%d ids of tier %s in place of %d of %d"
              .formatted(ids.size(), lease.path("tier"), count, tier));
    }
    return new Lease(lease.path("leaseId").asString(), lease.path("epoch").asLong(), ids);
  }

  /**
   * Publishes one batch.
   *
   * @param ids some of the lease
   * @return whether each link is confirmed
   */
  boolean publish(Lease lease, List<Long> ids) throws IOException, InterruptedException {
    HttpResponse<String> reply = send("POST", BATCH, batch(lease, ids));
    return reply.statusCode() == OK && isConfirmed(reply.body());
  }

  /** The same, again and again while a server that the service needs does not keep up. */
  boolean publishAtLast(Lease lease, List<Long> ids) throws IOException, InterruptedException {
    return isConfirmed(insist("POST", BATCH, batch(lease, ids)));
  }

  /** Ends a lease; ids without a link are free again. */
  void release(Lease lease) throws IOException, InterruptedException {
    insist("DELETE", "/api/v1/leases/" + lease.id(), "");
  }

  /** How many calls had to be repeated so far. */
  long repeats() {
    return repeats.sum();
  }

  private static String batch(Lease lease, List<Long> ids) {
    return ids.stream()
        .map("{\"id\":%1$d,\"url\":\"https://shop.example/products/%1$d\"}"::formatted)
        .collect(
            Collectors.joining(
                ",",
                "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[".formatted(lease.id(), lease.epoch()),
                "]}"));
  }

  private static boolean isConfirmed(String results) {
    return !results.contains("\"error\"");
  }

  private String insist(String method, String path, String json)
      throws IOException, InterruptedException {
    HttpResponse<String> reply = send(method, path, json);
    for (int n = 0; n < MOST_REPEATS && reply.statusCode() == UNAVAILABLE; n++) {
      repeats.increment();
      Thread.sleep(PAUSE.toMillis());
      reply = send(method, path, json);
    }
    if (reply.statusCode() != OK) {
      throw new IllegalStateException(
          "%s: %d %s".formatted(path, reply.statusCode(), reply.body()));
    }
    return reply.body();
  }

  private HttpResponse<String> send(String method, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve(path))
            .timeout(LONGEST)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}
