package dev.storefront.acceptance.endpoints;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Scope;
import dev.storefront.acceptance.suite.Service;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A row of the contract: who may call what, what a body looks like, what the answer to nonsense is.
 */
final class Endpoint {

  /** What stands for the variables of a path; {@link EndpointsIT} makes the ones that exist. */
  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("vehicleId", "1000001"),
          Map.entry("skuId", "9101"),
          Map.entry("partNumber", "acceptance-part"),
          Map.entry("baseVehicleId", "9101"),
          Map.entry("tag", "acceptance"),
          Map.entry("userId", "alice"),
          Map.entry("name", "acceptance"),
          Map.entry("orderId", "acceptance-order"),
          Map.entry("leaseId", "1"),
          Map.entry("code", "ZZZZZ"),
          Map.entry("host", "banned.example"),
          Map.entry("id", "1"));

  private final Service service;
  private final String method;
  private final String path;
  private final Set<Scope> scopes = EnumSet.noneOf(Scope.class);
  private final List<String> wrongPaths = new ArrayList<>();
  private final List<Unknown> unknown = new ArrayList<>();
  private final Set<Integer> answers = new HashSet<>();
  private String query = "";
  private final Set<String> otherTypes = new HashSet<>();
  private String mediaType = "";
  private String body = "";
  private boolean bodyRequired = true;
  private int megabytes = 1;

  /**
   * Something that is not there.
   *
   * @param code of the problem; empty where the contract leaves it open
   */
  record Unknown(String path, String body, int status, String code) {}

  private Endpoint(Service service, String method, String path) {
    this.service = service;
    this.method = method;
    this.path = path;
  }

  static Endpoint get(Service service, String path) {
    return new Endpoint(service, "GET", path);
  }

  static Endpoint post(Service service, String path) {
    return new Endpoint(service, "POST", path);
  }

  static Endpoint put(Service service, String path) {
    return new Endpoint(service, "PUT", path);
  }

  static Endpoint patch(Service service, String path) {
    return new Endpoint(service, "PATCH", path);
  }

  static Endpoint delete(Service service, String path) {
    return new Endpoint(service, "DELETE", path);
  }

  /** For tokens with one of these scopes; without a call of this it is public. */
  Endpoint only(Scope... allowed) {
    scopes.addAll(List.of(allowed));
    return this;
  }

  /** With these parameters in each request. */
  Endpoint query(String required) {
    query = "?" + required;
    return this;
  }

  /** With a JSON body such as this one, which has every field. */
  Endpoint json(String example) {
    return lines("application/json", example);
  }

  /** With a JSON body such as this one, or none. */
  Endpoint optionalJson(String example) {
    bodyRequired = false;
    return json(example);
  }

  /** With bodies of up to so many megabytes; one, where nothing is said. */
  Endpoint upTo(int limit) {
    megabytes = limit;
    return this;
  }

  /** With a body of lines. */
  Endpoint lines(String type, String example) {
    mediaType = type;
    body = example;
    return this;
  }

  /** Takes bodies of this type too. */
  Endpoint alsoTakes(String type) {
    otherTypes.add(type);
    return this;
  }

  /** Answers 404 for this path. */
  Endpoint unknown(String missing, String code) {
    unknown.add(new Unknown(missing, body, 404, code));
    return this;
  }

  /** Answers so for this body. */
  Endpoint refuses(String missing, int status, String code) {
    unknown.add(new Unknown(samplePath(), missing, status, code));
    return this;
  }

  /** Answers so too, where all is well or because of what was before: no mistake shows it. */
  Endpoint answers(Integer... statuses) {
    answers.addAll(List.of(statuses));
    return this;
  }

  /** Answers 400 for these paths and queries, where values have a wrong type. */
  Endpoint wrong(String... paths) {
    wrongPaths.addAll(List.of(paths));
    return this;
  }

  Service service() {
    return service;
  }

  String method() {
    return method;
  }

  /** The template. */
  String path() {
    return path;
  }

  Set<Scope> scopes() {
    return Collections.unmodifiableSet(scopes);
  }

  boolean isPublic() {
    return scopes.isEmpty();
  }

  List<Unknown> unknown() {
    return List.copyOf(unknown);
  }

  /** True if it is a change, and the reply has a body. */
  boolean repliesToAChange() {
    return !method.equals("GET") && (answers().contains(200) || answers().contains(201));
  }

  /** 200, or 204 of a DELETE, unless it was said otherwise. */
  Set<Integer> answers() {
    Set<Integer> usual = Set.of(method.equals("DELETE") ? 204 : 200);
    return answers.isEmpty() ? usual : Collections.unmodifiableSet(answers);
  }

  List<String> wrongPaths() {
    return List.copyOf(wrongPaths);
  }

  boolean hasBody() {
    return !mediaType.isEmpty();
  }

  boolean takesJson() {
    return mediaType.equals("application/json");
  }

  boolean takes(String type) {
    return mediaType.equals(type) || otherTypes.contains(type);
  }

  boolean needsBody() {
    return bodyRequired;
  }

  int megabytes() {
    return megabytes;
  }

  String body() {
    return body;
  }

  /** A path and query of this template that could be right. */
  String samplePath() {
    String filled = path;
    for (Map.Entry<String, String> sample : SAMPLES.entrySet()) {
      filled = filled.replace("{" + sample.getKey() + "}", sample.getValue());
    }
    return filled + query;
  }

  /** A call of some path with some body of the right media type. */
  Call call(String somePath, String someBody) {
    Call call = Call.of(method, somePath);
    return hasBody() ? call.text(mediaType, someBody) : call;
  }

  @Override
  public String toString() {
    return method + " " + path + " of " + service;
  }
}
