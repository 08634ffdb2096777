package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Requests as curl commands that can be pasted into a shell, and replies for people. */
final class Transcript {

  private static final String NEXT_LINE = " \\\n  ";

  private Transcript() {}

  static String of(ApiRequest request) {
    List<String> parts = new ArrayList<>();
    String method = request.method().equals("GET") ? "" : "-X " + request.method() + " ";
    parts.add("curl " + method + quoted(request.uri().toString()));
    Identity identity = request.as();
    if (identity != null) {
      parts.add(
          "-H \"Authorization: Bearer $(./storefront token " + identity.tokenArguments() + ")\"");
    }
    String body = request.body();
    if (body != null) {
      parts.add("-H " + quoted("Content-Type: " + request.contentType()));
      parts.add("-d " + quoted(body));
    }
    return String.join(NEXT_LINE, parts);
  }

  static String of(ApiReply reply) {
    StringBuilder text = new StringBuilder().append(reply.status());
    reply.header("Location").ifPresent(location -> text.append("  Location: ").append(location));
    JsonNode json = reply.json();
    if (!json.isMissingNode()) {
      text.append('\n').append(Json.pretty(json));
    }
    return text.toString();
  }

  /** Quoted for a shell where it has to be. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9:/._-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
