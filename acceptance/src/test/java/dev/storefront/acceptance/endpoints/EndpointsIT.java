package dev.storefront.acceptance.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Service;
import dev.storefront.acceptance.suite.WithSuite;
import dev.storefront.acceptance.suite.Work;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every endpoint of every service: documented, guarded, and never at a loss for an answer. */
@WithSuite
@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointsIT {

  private final RunningSuite suite;
  private final Map<Service, OpenApi> documents = new EnumMap<>(Service.class);

  EndpointsIT(RunningSuite suite) {
    this.suite = suite;
    for (Service service : Service.values()) {
      documents.put(service, OpenApi.of(suite, service));
    }
  }

  /** What the sample paths name. */
  @BeforeAll
  void make_what_the_samples_name() {
    new Work(suite).prepare();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endpoints")
  void every_endpoint_of_the_contract_is_documented(Endpoint endpoint) {
    assertThat(documents.get(endpoint.service()).of(endpoint)).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void every_documented_endpoint_is_one_of_the_contract(Service service) {
    Set<OpenApi.Operation> named =
        endpoints()
            .filter(endpoint -> endpoint.service() == service)
            .flatMap(endpoint -> documents.get(service).of(endpoint).stream())
            .collect(Collectors.toSet());
    assertThat(documents.get(service).operations()).hasSameElementsAs(named);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endpoints")
  void a_token_with_a_right_scope_is_let_in(Endpoint endpoint) {
    assertThat(endpoint.scopes())
        .allSatisfy(
            scope ->
                assertThat(
                        suite
                            .send(endpoint.service(), harmless(endpoint).token(suite.token(scope)))
                            .status())
                    .isNotIn(401, 403)
                    .isLessThan(500));
  }

  /** A call that gets past the guard and changes nothing that another test needs. */
  private static Call harmless(Endpoint endpoint) {
    String path =
        Stream.of(
                endpoint.unknown().stream().map(Endpoint.Unknown::path),
                endpoint.wrongPaths().stream())
            .flatMap(paths -> paths)
            .findFirst()
            .orElse(endpoint.samplePath());
    Call call = Call.of(endpoint.method(), path);
    return endpoint.hasBody() ? call.text("application/unheard-of", "?") : call;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void a_wrong_call_gets_the_problem_that_the_contract_names(Mistake mistake) {
    Reply reply =
        suite.send(
            mistake.endpoint().service(), mistake.call().token(mistake.token().apply(suite)));
    if (mistake.code().isEmpty()) {
      Problems.assertProblem(reply, mistake.status());
    } else {
      Problems.assertProblem(reply, mistake.status(), mistake.code());
    }
    assertAsDocumented(mistake.endpoint(), reply);
  }

  /** In the order of the contract, where what is put can then be got. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("lastingEndpoints")
  void what_an_endpoint_answers_is_as_documented(Endpoint endpoint) {
    Call call = endpoint.call(endpoint.samplePath(), endpoint.body());
    assertAsDocumented(
        endpoint,
        endpoint.isPublic()
            ? suite.send(endpoint.service(), call)
            : suite.send(endpoint.service(), endpoint.scopes().iterator().next(), call));
  }

  /** All that delete nothing, which other tests need. */
  static Stream<Endpoint> lastingEndpoints() {
    return endpoints().filter(endpoint -> !endpoint.method().equals("DELETE"));
  }

  private void assertAsDocumented(Endpoint endpoint, Reply reply) {
    assertDocumented(endpoint, reply.status());
    assertThat(documents.get(endpoint.service()).faults(endpoint, reply))
        .as("%s answers %s", endpoint, reply)
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endpoints")
  void what_an_endpoint_promises_to_answer_is_documented(Endpoint endpoint) {
    assertThat(endpoint.answers()).allSatisfy(status -> assertDocumented(endpoint, status));
  }

  private void assertDocumented(Endpoint endpoint, int status) {
    assertThat(documents.get(endpoint.service()).answers(endpoint, status))
        .as("%s is documented to answer %d", endpoint, status)
        .isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void nothing_of_the_inside_is_shown(Service service) {
    assertThat(
            Stream.of(
                "env", "beans", "heapdump", "threaddump", "configprops", "loggers", "shutdown"))
        .allSatisfy(
            endpoint ->
                Problems.assertProblem(
                    suite.send(service, Call.of("GET", "/actuator/" + endpoint)), 404));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void health_and_metrics_are_public(Service service) {
    assertThat(
            Stream.of(
                "/actuator/health",
                "/actuator/health/liveness",
                "/actuator/health/readiness",
                "/actuator/prometheus",
                "/swagger-ui/index.html"))
        .allSatisfy(
            path -> assertThat(suite.send(service, Call.of("GET", path)).status()).isEqualTo(200));
  }

  /** Whoever can follow one import can follow an erasure or a recovery. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("longWork")
  void long_work_is_looked_at_and_cancelled_in_the_same_way(Endpoint start) {
    OpenApi document = documents.get(start.service());
    String all = document.of(start).get(0).shape();

    assertThat(document.find("GET", all))
        .hasValueSatisfying(
            list ->
                assertThat(document.members(list, 200).propertyNames())
                    .containsExactlyInAnyOrder("items", "nextCursor"));
    assertThat(document.find("GET", all + "/{}"))
        .hasValueSatisfying(
            one -> {
              JsonNode run = document.members(one, 200);
              assertThat(run.propertyNames()).contains("id", "state", "startedAt", "finishedAt");
              assertThat(document.resolved(run.path("state")).path("enum").valueStream())
                  .extracting(JsonNode::asString)
                  .containsExactlyInAnyOrder("QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED");
            });
    assertThat(document.find("DELETE", all + "/{}"))
        .hasValueSatisfying(
            cancel -> assertThat(cancel.details().path("responses").has("204")).isTrue());
  }

  /** What answers 202 with the id of a run. */
  Stream<Endpoint> longWork() {
    return endpoints()
        .filter(endpoint -> endpoint.method().equals("POST"))
        .filter(
            endpoint -> {
              OpenApi document = documents.get(endpoint.service());
              return document.of(endpoint).stream()
                  .anyMatch(start -> document.members(start, 202).has("id"));
            });
  }

  static Stream<Endpoint> endpoints() {
    return Contract.endpoints();
  }

  Stream<Mistake> mistakes() {
    return endpoints()
        .flatMap(endpoint -> new Mistakes(endpoint, documents.get(endpoint.service())).all());
  }
}
