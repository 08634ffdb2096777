package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.service.LocalStack;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Gets a token from the local stack's issuer and prints it alone. */
final class TokenCommand {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final String USAGE =
      "usage: ./storefront token --user NAME | --operator | --service NAME";

  private final LocalStack stack;
  private final Terminal terminal;

  TokenCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run(List<String> options) throws IOException {
    URI issuer = URI.create("http://" + stack.ports().address(Port.STOREFRONT));
    HttpRequest request =
        HttpRequest.newBuilder(issuer.resolve("/oauth2/token"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(options)))
            .build();
    HttpResponse<String> reply = send(request, issuer);
    if (reply.statusCode() != OK) {
      throw new IOException("the issuer refuses: " + reply.body());
    }
    terminal.line(
        JsonMapper.builder().build().readTree(reply.body()).path("access_token").asString());
    return 0;
  }

  static String form(List<String> options) {
    String kind = options.isEmpty() ? "" : options.get(0);
    if (kind.equals("--operator") && options.size() == 1) {
      return "grant_type=client_credentials&client_id=storefront-cli&scope=operator";
    }
    if (options.size() != 2 || options.get(1).isBlank()) {
      throw new UsageException(USAGE);
    }
    String name = URLEncoder.encode(options.get(1), StandardCharsets.UTF_8);
    return switch (kind) {
      case "--user" ->
          "grant_type=client_credentials&client_id=storefront-cli&scope=user&sub=" + name;
      case "--service" -> "grant_type=client_credentials&scope=service&client_id=" + name;
      default -> throw new UsageException(USAGE);
    };
  }

  private static HttpResponse<String> send(HttpRequest request, URI issuer) throws IOException {
    try {
      return HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .build()
          .send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException(
          "the token issuer at %s does not answer; is the suite up? (./storefront status)"
              .formatted(issuer));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a token", e);
    }
  }
}
