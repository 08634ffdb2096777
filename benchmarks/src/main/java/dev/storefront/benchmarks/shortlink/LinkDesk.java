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
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/** Leases ids of a service and publishes links under them, as an application does. */
final class LinkDesk {

  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI service;
  private final String token;

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
    JsonNode lease = Json.read(send("POST", "/api/v1/leases", wanted));
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
    String links =
        ids.stream()
            .map("{\"id\":%1$d,\"url\":\"https://shop.example/products/%1$d\"}"::formatted)
            .collect(Collectors.joining(","));
    String batch =
        "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[%s]}"
            .formatted(lease.id(), lease.epoch(), links);
    return !send("POST", "/api/v1/links/batch", batch).contains("\"error\"");
  }

  /** Ends a lease; ids without a link are free again. */
  void release(Lease lease) throws IOException, InterruptedException {
    send("DELETE", "/api/v1/leases/" + lease.id(), "");
  }

  private String send(String method, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve(path))
            .timeout(LONGEST)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() != OK) {
      throw new IllegalStateException(
          "%s: %d %s".formatted(path, reply.statusCode(), reply.body()));
    }
    return reply.body();
  }
}
