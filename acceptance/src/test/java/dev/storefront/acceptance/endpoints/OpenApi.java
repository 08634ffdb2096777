package dev.storefront.acceptance.endpoints;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Service;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What a service says of itself at {@code /v3/api-docs}. */
record OpenApi(JsonNode document) {

  private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");

  /** One documented operation. */
  record Operation(String method, String path, JsonNode details) {

    /** The path with the names of its variables taken out. */
    String shape() {
      return OpenApi.shape(path);
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  static OpenApi of(RunningSuite suite, Service service) {
    Reply reply = suite.send(service, Call.of("GET", "/v3/api-docs"));
    if (reply.status() != 200) {
      throw new IllegalStateException("no OpenAPI document of " + service + ": " + reply);
    }
    return new OpenApi(reply.json());
  }

  List<Operation> operations() {
    return document.path("paths").properties().stream()
        .flatMap(
            path ->
                path.getValue().properties().stream()
                    .filter(operation -> METHODS.contains(operation.getKey()))
                    .map(
                        operation ->
                            new Operation(
                                operation.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                operation.getValue())))
        .toList();
  }

  /** The operations that document an endpoint of the contract: one, if all is well. */
  List<Operation> of(Endpoint endpoint) {
    return operations().stream()
        .filter(operation -> operation.method().equals(endpoint.method()))
        .filter(operation -> operation.shape().equals(shape(endpoint.path())))
        .toList();
  }

  /** The operations of that method and {@link Operation#shape}: one, or none. */
  Optional<Operation> find(String method, String shape) {
    return operations().stream()
        .filter(operation -> operation.method().equals(method) && operation.shape().equals(shape))
        .findFirst();
  }

  /** The members that a JSON answer is documented to have, by name. */
  JsonNode members(Operation operation, int status) {
    return resolved(
            operation
                .details()
                .path("responses")
                .path(Integer.toString(status))
                .at("/content/application~1json/schema"))
        .path("properties");
  }

  /** What a schema refers to, or itself. */
  JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }

  /** True if a documented path, with any values for its variables, takes that method. */
  boolean takes(String method, String concretePath) {
    String path = concretePath.replaceAll("\\?.*", "");
    return operations().stream()
        .filter(operation -> operation.method().equals(method))
        .anyMatch(operation -> matches(operation.path(), path));
  }

  /** True if the endpoint is documented with a query parameter of that name. */
  boolean hasParameter(Endpoint endpoint, String name) {
    return of(endpoint).stream()
        .flatMap(operation -> parameters(operation.details()))
        .anyMatch(parameter -> parameter.path("name").asString("").equals(name));
  }

  /** True if the endpoint is documented to answer with that status. */
  boolean answers(Endpoint endpoint, int status) {
    return of(endpoint).stream()
        .anyMatch(op -> op.details().path("responses").has(Integer.toString(status)));
  }

  /** What is not as documented about an answer of the endpoint; nothing if all is. */
  List<String> faults(Endpoint endpoint, Reply reply) {
    String type = reply.header("Content-Type").replaceAll(";.*", "");
    JsonNode content =
        of(endpoint).get(0).details().path("responses").path("" + reply.status()).path("content");
    if (!content.path(type).has("schema")) {
      return content.isMissingNode() && reply.body().isEmpty()
          ? List.of()
          : List.of("%s is not documented: %s".formatted(type, reply));
    }
    return type.endsWith("json") && !type.endsWith("ndjson")
        ? new JsonShape(document).faults(reply.json(), content.path(type).path("schema"))
        : List.of();
  }

  private static Stream<JsonNode> parameters(JsonNode operation) {
    return operation.path("parameters").valueStream();
  }

  private static String shape(String path) {
    return path.replaceAll("\\{[^}]*}", "{}");
  }

  private static boolean matches(String template, String path) {
    String regex = Pattern.quote(template).replaceAll("\\{[^}]*}", "\\\\E[^/]+\\\\Q");
    return path.matches(regex);
  }
}
