package dev.storefront.acceptance.endpoints;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Scope;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every mistake that a client can make at an endpoint. */
final class Mistakes {

  private static final int MEGABYTE = 1024 * 1024;
  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

  private final Endpoint endpoint;
  private final OpenApi document;

  /**
   * @param document what the endpoint's service says of itself
   */
  Mistakes(Endpoint endpoint, OpenApi document) {
    this.endpoint = endpoint;
    this.document = document;
  }

  Stream<Mistake> all() {
    return Stream.of(
            tokens(),
            scopes(),
            jsonBodies(),
            longBodies(),
            mediaTypes(),
            replies(),
            methods(),
            paths(),
            unknown(),
            pages())
        .flatMap(mistakes -> mistakes);
  }

  private Stream<Mistake> tokens() {
    Mistake none = mistake("no token", sample(), 401, "unauthorized").with(suite -> "");
    Stream<Mistake> bad =
        Stream.of("garbage", "a.b.c", unsigned(), "x".repeat(4_000))
            .map(
                token ->
                    mistake("the token " + shortened(token), sample(), 401, "unauthorized")
                        .with(suite -> token));
    return endpoint.isPublic() ? bad : Stream.concat(Stream.of(none), bad);
  }

  /** A token that says of itself that nobody signed it. */
  private static String unsigned() {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String header = "{\"alg\":\"none\",\"typ\":\"at+jwt\"}";
    String claims =
        "{\"sub\":\"olga\",\"client_id\":\"a\",\"scope\":\"user operator service\","
            + "\"aud\":\"storefront\",\"exp\":4102444800}";
    return base64.encodeToString(header.getBytes(StandardCharsets.UTF_8))
        + "."
        + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + ".";
  }

  private Stream<Mistake> scopes() {
    return Arrays.stream(Scope.values())
        .filter(scope -> !endpoint.isPublic() && !endpoint.scopes().contains(scope))
        .map(
            scope ->
                mistake("a token with scope " + scope, sample(), 403, "forbidden")
                    .with(suite -> suite.token(scope)));
  }

  private Stream<Mistake> jsonBodies() {
    if (!endpoint.takesJson()) {
      return Stream.empty();
    }
    Stream<Mistake> none =
        Stream.of("", "null")
            .filter(body -> endpoint.needsBody())
            .map(body -> invalid("the body '" + body + "'", body));
    Stream<Mistake> whole =
        Stream.of("{\"a\":", "17", "\"text\"", "[]", "[{}]", "{} {}", "\u0000")
            .map(body -> invalid("the body '" + body + "'", body));
    Stream<Mistake> fields =
        new WrongTypes(endpoint.body()).all().map(wrong -> invalid(wrong.what(), wrong.json()));
    return Stream.of(none, whole, fields).flatMap(mistakes -> mistakes);
  }

  private Mistake invalid(String wrong, String body) {
    Call call = endpoint.call(endpoint.samplePath(), body);
    return mistake(wrong, call, 400, "invalid-request");
  }

  private Stream<Mistake> longBodies() {
    if (!endpoint.takesJson()) {
      return Stream.empty();
    }
    String padded = " ".repeat(endpoint.megabytes() * MEGABYTE) + endpoint.body();
    byte[] bytes = padded.getBytes(StandardCharsets.UTF_8);
    Call declared = endpoint.call(endpoint.samplePath(), padded);
    Call undeclared =
        Call.of(endpoint.method(), endpoint.samplePath())
            .body(
                "application/json",
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)));
    return Stream.of(
        mistake("a body over the limit", declared, 413, "body-too-large"),
        mistake("a body over the limit of no declared length", undeclared, 413, "body-too-large"));
  }

  private Stream<Mistake> mediaTypes() {
    if (!endpoint.hasBody()) {
      return Stream.empty();
    }
    Stream<Mistake> types =
        Stream.of("application/xml", "image/png", "multipart/form-data", "*/*", "application/*")
            .filter(type -> !endpoint.takes(type))
            .map(type -> unsupported("a body of type " + type, sample().text(type, "<a/>")));
    Call zipped = sample().header("Content-Encoding", "gzip");
    return Stream.concat(types, Stream.of(unsupported("a zipped body", zipped)));
  }

  private Mistake unsupported(String wrong, Call call) {
    return mistake(wrong, call, 415, "unsupported-media-type");
  }

  /** Each would change something, if it were not refused before. */
  private Stream<Mistake> replies() {
    return Stream.of("image/png", "application/xml")
        .filter(type -> endpoint.takesJson() && endpoint.repliesToAChange())
        .map(
            type ->
                mistake(
                    "a reply wanted as " + type,
                    sample().header("Accept", type),
                    406,
                    "not-acceptable"));
  }

  private Stream<Mistake> methods() {
    return METHODS.stream()
        .filter(method -> !document.takes(method, endpoint.samplePath()))
        .map(
            method ->
                mistake(
                    "the method " + method,
                    Call.of(method, endpoint.samplePath()),
                    405,
                    "method-not-allowed"));
  }

  private Stream<Mistake> paths() {
    return endpoint.wrongPaths().stream()
        .map(path -> mistake(path, endpoint.call(path, endpoint.body()), 400, "invalid-request"));
  }

  private Stream<Mistake> unknown() {
    return endpoint.unknown().stream()
        .map(
            unknown ->
                mistake(
                    "%s %s".formatted(unknown.path(), unknown.body()),
                    endpoint.call(unknown.path(), unknown.body()),
                    unknown.status(),
                    unknown.code()));
  }

  private Stream<Mistake> pages() {
    Stream<Mistake> limits =
        Stream.of("0", "1001", "-1", "x", "1.5", "99999999999")
            .filter(limit -> document.hasParameter(endpoint, "limit"))
            .map(limit -> inQuery("limit=" + limit, "invalid-request"));
    Stream<Mistake> cursors =
        Stream.of("garbage", "%20", "AAAAAAAAAAAA", "x".repeat(2_000))
            .filter(cursor -> document.hasParameter(endpoint, "cursor"))
            .map(cursor -> inQuery("cursor=" + cursor, "invalid-cursor"));
    return Stream.concat(limits, cursors);
  }

  private Mistake inQuery(String parameter, String code) {
    String path = endpoint.samplePath();
    String whole = path + (path.contains("?") ? "&" : "?") + parameter;
    return mistake(shortened(parameter), Call.of(endpoint.method(), whole), 400, code);
  }

  private Call sample() {
    return endpoint.call(endpoint.samplePath(), endpoint.body());
  }

  /** Made by somebody who may call the endpoint. */
  private Mistake mistake(String wrong, Call call, int status, String code) {
    Function<RunningSuite, String> token =
        endpoint.isPublic()
            ? suite -> ""
            : suite -> suite.token(endpoint.scopes().iterator().next());
    return new Mistake(endpoint, wrong, call, token, status, code);
  }

  private static String shortened(String text) {
    return text.length() < 40 ? text : text.substring(0, 40) + "...";
  }
}
