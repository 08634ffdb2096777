package dev.storefront.localstack.suite;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls the suite's APIs as its users do, with tokens of its issuer. Follows no redirect. One is
 * good for an hour, as long as its tokens are.
 */
public final class SuiteClient {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final URI issuer;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final Map<Identity, String> tokens = new ConcurrentHashMap<>();

  public SuiteClient(Suite suite) {
    this.issuer = suite.storefront();
  }

  /**
   * Sends a request and waits for the reply, whatever its status is.
   *
   * @throws ApiFailedException when there is none within 30 s, or no token can be had
   */
  public ApiReply send(ApiRequest request) {
    HttpRequest.Builder http = HttpRequest.newBuilder(request.uri()).timeout(TIMEOUT);
    http.method(request.method(), body(request));
    if (request.contentType() != null) {
      http.header("Content-Type", request.contentType());
    }
    if (request.as() != null) {
      http.header("Authorization", "Bearer " + token(request.as()));
    }
    return exchange(request, http.build());
  }

  /**
   * A bearer token.
   *
   * @throws ApiFailedException when the issuer gives none
   */
  public String token(Identity identity) {
    return tokens.computeIfAbsent(identity, this::newToken);
  }

  private String newToken(Identity identity) {
    String pin = identity.pin();
    String form =
        "grant_type=client_credentials&client_id=%s&scope=%s%s"
            .formatted(
                encoded(identity.clientId()),
                encoded(identity.scope()),
                pin == null ? "" : "&sub=" + encoded(pin));
    ApiRequest request =
        ApiRequest.post(issuer, "/oauth2/token").body("application/x-www-form-urlencoded", form);
    return send(request).requireSuccess().json().path("access_token").asString();
  }

  private ApiReply exchange(ApiRequest request, HttpRequest httpRequest) {
    try {
      HttpResponse<String> reply =
          http.send(httpRequest, BodyHandlers.ofString(StandardCharsets.UTF_8));
      return new ApiReply(request, reply.statusCode(), reply.headers(), reply.body());
    } catch (IOException e) {
      throw new ApiFailedException(request, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiFailedException(request, e);
    }
  }

  private static BodyPublisher body(ApiRequest request) {
    String body = request.body();
    return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
