package dev.storefront.shortlink.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service's HTTP calls, each repeated while the service is away: all of them may be. */
final class ServiceApi {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final byte[] NO_BODY = {};
  private static final int TOO_MANY_REQUESTS = 429;

  private final ShortLinkOptions options;
  private final JsonMapper json = new JsonMapper();
  private final Exchanges exchanges;

  ServiceApi(ShortLinkOptions options) {
    this.options = options;
    this.exchanges = new Exchanges(options.requests().timeout());
  }

  /** A link; if it is announced, others know its code, and no other gets that if it is refused. */
  record Item(long id, String url, @JsonInclude(Include.NON_DEFAULT) boolean announced) {}

  /** How one link went: {@code link}, or an error's code and detail. */
  sealed interface Result {

    record Done(ShortLink link) implements Result {}

    record Failed(String code, String detail) implements Result {

      /** True if this answer means that the service wrote nothing: it looks at targets first. */
      boolean isOfTarget() {
        return code.equals("invalid-url") || code.equals("banned-host");
      }
    }
  }

  /** Asks for 1 to 10,000 ids; by the same request id each time: a lost answer costs none. */
  CompletableFuture<Lease> lease(int ids) {
    String requestId = UUID.randomUUID().toString();
    Map<String, Object> body = Map.of("requestId", requestId, "tier", options.tier(), "count", ids);
    Call<LeaseReply> call =
        new Call<>(
            "POST",
            "/api/v1/leases",
            json.writeValueAsBytes(body),
            reply -> json.readValue(reply, LeaseReply.class));
    return call(call, new AtomicBoolean())
        .thenApply(reply -> reply.content().lease(reply.serverTime(), reply.sent()));
  }

  /**
   * Publishes links; a result for each, in their order.
   *
   * @param doubt becomes true if an attempt may have been carried out without our hearing of it
   */
  CompletableFuture<List<Result>> publish(
      Lease.Terms lease, List<Item> items, AtomicBoolean doubt) {
    Map<String, Object> body =
        Map.of("leaseId", lease.id(), "epoch", lease.epoch(), "links", items);
    Call<List<Result>> call =
        new Call<>("POST", "/api/v1/links/batch", json.writeValueAsBytes(body), this::results);
    return call(call, doubt)
        .thenApply(
            reply -> {
              List<Result> results = reply.content();
              if (results.size() != items.size()) {
                throw new IllegalStateException(results.size() + " results for " + items.size());
              }
              return results;
            });
  }

  /** Hands back what is unused. */
  CompletableFuture<Void> release(Lease lease) {
    Call<Integer> call =
        new Call<>(
            "DELETE", "/api/v1/leases/" + lease.terms().id(), NO_BODY, reply -> reply.length);
    return call(call, new AtomicBoolean()).thenAccept(reply -> {});
  }

  /** A request, and how its reply's body is read. */
  private record Call<T>(String method, String path, byte[] body, Function<byte[], T> reader) {}

  /**
   * A reply of a request that was sent at that moment of {@link System#nanoTime}.
   *
   * @param serverTime a moment after that by the service's clock
   */
  private record Reply<T>(T content, long sent, Instant serverTime) {}

  private List<Result> results(byte[] reply) {
    return json.readTree(reply).at("/results").valueStream().map(ServiceApi::result).toList();
  }

  private static Result result(JsonNode result) {
    JsonNode error = result.get("error");
    return error == null
        ? new Result.Done(
            new ShortLink(
                result.at("/id").asLong(),
                result.at("/code").asString(),
                result.at("/shortUrl").asString()))
        : new Result.Failed(error.at("/code").asString(), error.at("/detail").asString());
  }

  private <T> CompletableFuture<Reply<T>> call(Call<T> call, AtomicBoolean doubt) {
    return attempt(call, doubt, 1);
  }

  private <T> CompletableFuture<Reply<T>> attempt(Call<T> call, AtomicBoolean doubt, int number) {
    return send(call, doubt)
        .exceptionallyCompose(
            error -> {
              Throwable cause = causeOf(error);
              if (cause instanceof RefusedException) {
                return CompletableFuture.failedFuture(cause);
              }
              if (number >= options.requests().attempts()) {
                return CompletableFuture.failedFuture(inVain(number, cause, doubt.get()));
              }
              return CompletableFuture.runAsync(() -> {}, after(number, cause))
                  .thenCompose(waited -> attempt(call, doubt, number + 1));
            });
  }

  /**
   * What the caller hears after the last attempt.
   *
   * @param doubt true if one of them may have been carried out, whatever the last one came to
   */
  private static ShortLinkException inVain(int attempts, Throwable last, boolean doubt) {
    return last instanceof ShortLinkException ours && !doubt
        ? ours
        : new ShortLinkException(
            ShortLinkException.UNAVAILABLE, "No answer in %d attempts".formatted(attempts), last);
  }

  /** Not what was refused, had nobody to go to, or was sent away before anything was done. */
  private static boolean mayBeCarriedOut(Throwable failed) {
    return !(failed instanceof RefusedException
        || failed instanceof ConnectException
        || failed instanceof HttpConnectTimeoutException
        || failed instanceof TooManyCallsException);
  }

  private <T> CompletableFuture<Reply<T>> send(Call<T> call, AtomicBoolean doubt) {
    long sent = System.nanoTime();
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(URI.create(base() + call.path()))
              .timeout(options.requests().timeout())
              .header("Authorization", "Bearer " + token())
              .header("Content-Type", "application/json")
              .method(call.method(), BodyPublishers.ofByteArray(call.body()))
              .build();
    } catch (RuntimeException noRequest) {
      return CompletableFuture.failedFuture(noRequest);
    }
    return exchanges
        .send(request, response -> reply(response, call, sent))
        .whenComplete(
            (reply, error) -> {
              if (error != null && mayBeCarriedOut(causeOf(error))) {
                doubt.set(true);
              }
            });
  }

  /** Another attempt may have one: whoever gives tokens may be away as the service may. */
  private String token() {
    try {
      return Objects.requireNonNull(options.token().get(), "token");
    } catch (RuntimeException e) {
      throw new ShortLinkException(
          ShortLinkException.NO_TOKEN, "The supplier of tokens failed: " + e, e);
    }
  }

  private <T> Reply<T> reply(HttpResponse<byte[]> response, Call<T> call, long sent) {
    int status = response.statusCode();
    if (status == TOO_MANY_REQUESTS) {
      throw new TooManyCallsException();
    }
    if (status >= 500) {
      throw new IllegalStateException("The service answered " + status);
    }
    if (status >= 400) {
      throw RefusedException.of(status, response.body(), json);
    }
    T content = call.reader().apply(response.body());
    Instant serverTime =
        response
            .headers()
            .firstValue("Date")
            .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
            .map(ZonedDateTime::toInstant)
            .orElseThrow(() -> new IllegalStateException("The reply has no date"));
    return new Reply<>(content, sent, serverTime);
  }

  private String base() {
    String service = options.service().toString();
    return service.endsWith("/") ? service.substring(0, service.length() - 1) : service;
  }

  /** Who makes too many calls is let in again in the next second. */
  private static Executor after(int attempt, Throwable failed) {
    long millis =
        Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE.toMillis() << Math.min(attempt - 1, 10));
    return CompletableFuture.delayedExecutor(
        failed instanceof TooManyCallsException ? Math.max(millis, 1_000) : millis,
        TimeUnit.MILLISECONDS);
  }

  private static Throwable causeOf(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }
}
