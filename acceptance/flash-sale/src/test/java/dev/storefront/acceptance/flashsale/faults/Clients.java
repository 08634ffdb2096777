package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Content;
import dev.storefront.acceptance.flashsale.proof.Exchange;
import dev.storefront.acceptance.flashsale.proof.Outcome;
import dev.storefront.acceptance.flashsale.proof.Request;
import dev.storefront.localstack.suite.Json;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes calls and writes down what came of them. */
final class Clients {

  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration PATIENT = Duration.ofSeconds(10);
  private static final int UNAVAILABLE = 503;
  private static final int CREATED = 201;
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final List<Instance> instances;
  private final Issuer issuer;

  Clients(List<Instance> instances, Issuer issuer) {
    this.instances = instances;
    this.issuer = issuer;
  }

  /** Makes the call now; completes with its exchange, also if nobody answers. */
  CompletableFuture<Exchange> make(PlannedCall call, Time time) {
    HttpRequest request = request(call);
    long sent = time.now();
    return http.sendAsync(request, BodyHandlers.ofString())
        .handle(
            (reply, error) ->
                new Exchange(
                    call.request(),
                    sent,
                    time.now(),
                    error == null ? outcome(call.request(), reply) : outcome(error)));
  }

  /**
   * An operator's call of the first instance that does it.
   *
   * @throws IllegalStateException if both refuse or are away
   */
  JsonNode operate(String method, String path, String body) {
    String refused = "";
    for (Instance instance : instances) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(instance.address().resolve(path)).timeout(PATIENT);
      authorize(request, issuer.operator());
      try {
        HttpResponse<String> reply =
            http.sendAsync(
                    request.method(method, BodyPublishers.ofString(body)).build(),
                    BodyHandlers.ofString())
                .join();
        if (reply.statusCode() / 100 == 2) {
          return Json.read(reply.body());
        }
        refused = reply.statusCode() + " " + reply.body();
      } catch (CompletionException e) {
        refused = e.toString();
      }
    }
    throw new IllegalStateException(method + " " + path + ": " + refused);
  }

  private HttpRequest request(PlannedCall call) {
    URI base = instances.get(call.instance()).address();
    String token =
        call.request() instanceof Request.Stop
            ? issuer.operator()
            : call.asUser().isEmpty() ? issuer.service() : issuer.user(call.asUser());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path(call.request()))).timeout(call.patience());
    authorize(request, token);
    return call.request() instanceof Request.Read
        ? request.GET().build()
        : request.POST(BodyPublishers.ofString(body(call.request()))).build();
  }

  private static void authorize(HttpRequest.Builder request, String token) {
    request.header("Authorization", "Bearer " + token).header("Content-Type", "application/json");
  }

  private static String path(Request request) {
    if (request instanceof Request.Grab) {
      return "/api/v1/grabs";
    }
    if (request instanceof Request.Stop stop) {
      return "/api/v1/promotions/" + stop.promotionId() + "/stop";
    }
    String order = "/api/v1/grabs/" + request.orderId();
    return request instanceof Request.Cancel
        ? order + "/cancel"
        : request instanceof Request.Pay ? order + "/pay" : order;
  }

  private static String body(Request request) {
    if (request instanceof Request.Grab grab) {
      Content content = grab.content();
      List<?> items =
          content.units().entrySet().stream()
              .map(item -> Map.of("promotionId", item.getKey(), "quantity", item.getValue()))
              .toList();
      return Json.write(
          Json.object("orderId", grab.orderId())
              .and("items", items)
              .and("pin", content.pin())
              .and("ip", content.ip()));
    }
    return request instanceof Request.Cancel cancel
        ? Json.write(Json.object("reason", cancel.reason()))
        : "";
  }

  private static Outcome outcome(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
        ? new Outcome.NotSent()
        : new Outcome.Unknown(String.valueOf(cause));
  }

  private static Outcome outcome(Request request, HttpResponse<String> reply) {
    JsonNode body = Json.read(reply.body());
    if (reply.statusCode() == OK || reply.statusCode() == CREATED) {
      return new Outcome.Done(
          reply.statusCode() == CREATED,
          request instanceof Request.Stop ? "" : body.path("status").asString(""),
          micros(body.path("expiresAt").asString("")),
          items(body));
    }
    String code = body.path("code").asString("status-" + reply.statusCode());
    return reply.statusCode() == UNAVAILABLE
        ? new Outcome.Unknown(code)
        : new Outcome.Refused(code, body.path("promotionId").asLong(0));
  }

  private static SortedMap<Long, Outcome.Item> items(JsonNode body) {
    SortedMap<Long, Outcome.Item> items = new TreeMap<>();
    for (JsonNode item : body.path("items")) {
      @Nullable Integer remaining =
          item.path("remaining").isNumber() ? item.path("remaining").asInt() : null;
      items.put(
          item.path("promotionId").asLong(),
          new Outcome.Item(item.path("quantity").asInt(), remaining));
    }
    return items;
  }

  private static long micros(String time) {
    return time.isEmpty() ? 0 : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
  }
}
