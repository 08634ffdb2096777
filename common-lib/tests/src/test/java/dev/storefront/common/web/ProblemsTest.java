package dev.storefront.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.SampleApplication;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "common")
class ProblemsTest {

  private static final String JSON = "application/json";
  private static final JsonMapper MAPPER = new JsonMapper();

  @LocalServerPort int port;
  @Autowired SampleApplication.Bindings bindings;
  HttpCalls http;

  @BeforeEach
  void connect() {
    http = new HttpCalls(port);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                     | body",
        "''                                    | body",
        "[]                                    | body",
        "null                                  | body",
        "{'name':'x','amount':'5'}             | amount",
        "{'name':'x','amount':1.5}             | amount",
        "{'name':'x','amount':null}            | amount",
        "{'name':5,'amount':5}                 | name",
        "{'name':'x','amount':5,'colour':'BLUE'} | colour",
        "{'name':'x','amount':5,'colour':0}    | colour",
        "{'name':'x','amount':5,'at':'noon'}   | at",
        "{'name':'x','amount':5,'at':1700000000} | at",
        "{'name':'x','amount':5,'at':'1700000000'} | at",
        "{'name':'x','amount':5,'at':1.5}      | at",
        "{'name':'x','amount':5,'ids':[1,'a']} | ids[1]",
        "{'name':'x','amount':99999999999999999999} | amount",
        "{'name':'x','amount':5}}              | body",
      })
  void a_body_that_is_wrong_is_400_and_names_the_field(String body, String field) throws Exception {
    HttpResponse<String> reply =
        http.post("/api/v1/orders", null, JSON, body == null ? "" : body.replace('\'', '"'));
    JsonNode problem = problem(reply, 400, "invalid-request");
    assertThat(problem.at("/errors/0/field").asString()).isEqualTo(field);
    assertThat(problem.at("/errors/0/message").asString()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"problem", "fault"})
  void a_reply_that_fails_midway_does_not_look_whole(String kind) {
    assertThatThrownBy(() -> http.get("/api/v1/begun/" + kind, null))
        .isInstanceOf(IOException.class);
  }

  @Test
  void of_several_values_that_cannot_be_read_the_first_is_told() throws Exception {
    assertThat(fieldsOf("{\"name\": \" \", \"colour\": \"PLAID\", \"amount\": \"five\"}"))
        .containsExactly("colour");
    assertThat(fieldsOf("{\"name\": [], \"amount\": 0, \"ids\": [1, {}]}")).containsExactly("name");
    assertThat(fieldsOf("{\"name\": \"x\", \"amount\": 1, \"ids\": [1, {}, \"a\"]}"))
        .containsExactly("ids[1]");
  }

  @Test
  void a_body_is_bound_once_however_many_of_its_values_cannot_be_read() throws Exception {
    String wrong = "{\"name\":\"x\",\"amount\":1,\"ids\":[" + "{},".repeat(299) + "{}]}";
    int before = bindings.ofOrders();

    HttpResponse<String> reply = http.post("/api/v1/orders", null, JSON, wrong);

    assertThat(bindings.ofOrders() - before).isEqualTo(1);
    assertThat(fields(reply)).containsExactly("ids[0]");
  }

  private List<String> fieldsOf(String body) throws Exception {
    return fields(http.post("/api/v1/orders", null, JSON, body));
  }

  private static List<String> fields(HttpResponse<String> reply) {
    return problem(reply, 400, "invalid-request")
        .get("errors")
        .valueStream()
        .map(e -> e.get("field").asString())
        .toList();
  }

  @Test
  void every_failed_rule_is_listed() throws Exception {
    JsonNode problem =
        problem(
            http.post("/api/v1/orders", null, JSON, "{\"name\":\" \",\"amount\":0}"),
            400,
            "invalid-request");
    assertThat(problem.get("errors").valueStream().map(e -> e.get("field").asString()))
        .containsExactlyInAnyOrder("name", "amount");
    assertThat(problem.get("instance").asString()).isEqualTo("/api/v1/orders");
  }

  @Test
  void wrong_parameters_are_400() throws Exception {
    assertThat(field(http.get("/api/v1/things/x", null))).isEqualTo("id");
    assertThat(field(http.get("/api/v1/things/1?limit=0", null))).isEqualTo("limit");
    assertThat(field(http.get("/api/v1/things/1?limit=1001", null))).isEqualTo("limit");
    assertThat(field(http.get("/api/v1/things/1?limit=x", null))).isEqualTo("limit");
    assertThat(field(http.get("/api/v1/pages", null))).isEqualTo("cursor");
    assertThat(field(http.get("/api/v1/things/1?limit=%ff", null))).isEqualTo("query");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "%20", "AAAAAAAA", "!!!!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void a_bad_cursor_is_400(String cursor) throws Exception {
    problem(http.get("/api/v1/pages?cursor=" + cursor, null), 400, "invalid-cursor");
  }

  @Test
  void a_cursor_comes_back_as_its_position_but_only_in_its_own_list() throws Exception {
    String cursor = Cursor.encode("pages", "42/ü");
    assertThat(http.get("/api/v1/pages?cursor=" + cursor, null).body()).isEqualTo("42/ü");
    String other = Cursor.encode("others", "42");
    problem(http.get("/api/v1/pages?cursor=" + other, null), 400, "invalid-cursor");
  }

  @Test
  void unknown_paths_methods_and_media_types_have_their_codes() throws Exception {
    problem(http.get("/api/v1/nothing", null), 404, "not-found");
    problem(http.get("/nothing", null), 404, "not-found");
    problem(http.get("/api/v1/things/404", null), 404, "thing-not-found");
    HttpResponse<String> wrongMethod = http.post("/api/v1/things/1", null, JSON, "{}");
    problem(wrongMethod, 405, "method-not-allowed");
    assertThat(wrongMethod.headers().firstValue("Allow")).hasValue("GET");
    problem(http.post("/api/v1/orders", null, "text/plain", "x"), 415, "unsupported-media-type");
  }

  @Test
  void a_method_that_nobody_knows_is_405_too() throws Exception {
    HttpRequest.Builder request =
        http.request("/api/v1/orders", null).method("BREW", HttpRequest.BodyPublishers.noBody());
    HttpResponse<String> reply = http.send(request);
    problem(reply, 405, "method-not-allowed");
    assertThat(reply.headers().firstValue("Allow")).hasValue("POST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/yaml", "application/x-yaml"})
  void yaml_is_neither_taken_nor_given(String yaml) throws Exception {
    problem(
        http.post("/api/v1/orders", null, yaml, "name: x\namount: 5\n"),
        415,
        "unsupported-media-type");
    problem(
        http.send(http.request("/api/v1/things/1", null).header("Accept", yaml)),
        406,
        "not-acceptable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"things;a=1/1", "things%2F1", "things/%00", "/things/1", "things/%25"})
  void a_path_that_nobody_can_mean_is_400_and_told_of(String path) throws Exception {
    JsonNode problem = problem(http.get("/api/v1/" + path, null), 400, "invalid-request");
    assertThat(problem.get("instance").asString()).isEqualTo("/api/v1/" + path);
    assertThat(problem.at("/errors/0/field").asString()).isEqualTo("request");
  }

  @Test
  void an_error_is_a_problem_document_whatever_the_client_accepts() throws Exception {
    HttpRequest.Builder request =
        http.request("/api/v1/things/404", null).header("Accept", "image/png");
    problem(http.send(request), 404, "thing-not-found");
  }

  @Test
  void a_call_whose_reply_the_client_does_not_accept_changes_nothing() throws Exception {
    for (String accepted :
        List.of(
            "image/png",
            "application/xml, text/*;q=0.5",
            "application/json;charset=utf-16",
            "nonsense")) {
      problem(http.send(count().header("Accept", accepted)), 406, "not-acceptable");
    }
    for (String accepted : List.of("*/*", "application/*", "image/png, application/json;q=0.1")) {
      assertThat(http.send(count().header("Accept", accepted)).statusCode()).isEqualTo(200);
    }
    assertThat(http.send(count()).body()).isEqualTo("{\"count\":4}");
  }

  @ParameterizedTest
  @ValueSource(strings = {",", "text", "application/json;q=x"})
  void what_is_no_media_type_is_not_acceptable_also_to_health(String accepted) throws Exception {
    HttpRequest.Builder health = http.request("/actuator/health/liveness", null);
    HttpResponse<String> reply = http.send(health.header("Accept", accepted));
    assertThat(reply.statusCode()).as(reply.body()).isIn(200, 406);
  }

  private HttpRequest.Builder count() {
    return http.request("/api/v1/counts", null).POST(HttpRequest.BodyPublishers.noBody());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/mixed",
        "multipart/form-data; boundary=x",
        "*/*",
        "application/*",
        "application/*+json",
        "text/*",
        "*",
        "nonsense",
        "application/x-www-form-urlencoded",
        "application/problem+json",
        "application/merge-patch+json"
      })
  void a_media_type_that_nobody_takes_or_means_is_415(String type) throws Exception {
    problem(http.post("/api/v1/orders", null, type, "a=1"), 415, "unsupported-media-type");
    HttpRequest.Builder put =
        http.request("/api/v1/shelves/1", null)
            .header("Content-Type", type)
            .PUT(HttpRequest.BodyPublishers.ofString("a=%zz"));
    problem(http.send(put), 415, "unsupported-media-type");
  }

  @Test
  void a_reply_is_plain_json_whatever_else_the_client_would_take() throws Exception {
    for (String accepted :
        List.of("application/problem+json, application/json", "application/*+json, */*;q=0.1")) {
      HttpResponse<String> reply = http.send(order().header("Accept", accepted));
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/json");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br", "identity, gzip", "nonsense"})
  void a_body_in_an_encoding_is_415_and_not_taken_for_another(String encoding) throws Exception {
    HttpRequest.Builder request = order().header("Content-Encoding", encoding);
    HttpResponse<String> reply = http.send(request);
    problem(reply, 415, "unsupported-media-type");
    assertThat(reply.headers().firstValue("Accept-Encoding")).hasValue("identity");
    assertThat(http.send(order().header("Content-Encoding", "identity")).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-16", "iso-8859-1", "cp500"})
  void json_is_utf_8(String charset) throws Exception {
    HttpRequest.Builder request =
        http.request("/api/v1/orders", null)
            .header("Content-Type", JSON + ";charset=" + charset)
            .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"x\",\"amount\":1}"));
    problem(http.send(request), 415, "unsupported-media-type");
    assertThat(http.send(order().setHeader("Content-Type", JSON + ";charset=UTF-8")).statusCode())
        .isEqualTo(200);
  }

  private HttpRequest.Builder order() {
    return http.request("/api/v1/orders", null)
        .header("Content-Type", JSON)
        .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"x\",\"amount\":1}"));
  }

  @Test
  void control_characters_in_a_query_or_a_form_are_400() throws Exception {
    String form = "application/x-www-form-urlencoded";
    problem(http.post("/api/v1/orders", null, form, "\r\n"), 400, "invalid-request");
    problem(http.get("/actuator/health?%0a=1", null), 400, "invalid-request");
  }

  @Test
  void every_rule_that_path_and_query_break_is_listed() throws Exception {
    assertThat(fields(http.get("/api/v1/shelves/0/things?colour=RED&limit=0", null)))
        .containsExactly("shelf", "limit");
    assertThat(http.get("/api/v1/shelves/1/things?colour=RED&limit=&sizes=", null).statusCode())
        .isEqualTo(200);
  }

  @Test
  void of_a_path_and_a_query_that_cannot_be_read_the_first_value_is_told() throws Exception {
    assertThat(fields(http.get("/api/v1/shelves/x/things?limit=0&sizes=1&sizes=b", null)))
        .containsExactly("shelf");
    assertThat(fields(http.get("/api/v1/shelves/0/things?colour=PLAID&limit=y", null)))
        .containsExactly("colour");
    assertThat(fields(http.get("/api/v1/shelves/0/things?colour=RED&sizes=1&sizes=b", null)))
        .containsExactly("sizes");
    assertThat(fields(http.get("/api/v1/shelves/1/things", null))).containsExactly("colour");
  }

  @Test
  void rules_of_the_path_and_of_the_body_are_listed_together() throws Exception {
    assertThat(fields(putOnShelf(0, "{\"name\": \" \", \"amount\": 0}")))
        .containsExactlyInAnyOrder("shelf", "name", "amount");
    assertThat(fields(putOnShelf(0, "{\"name\": 5, \"amount\": 0}"))).containsExactly("name");
  }

  private HttpResponse<String> putOnShelf(long shelf, String json) throws Exception {
    return http.send(
        http.request("/api/v1/shelves/" + shelf, null)
            .header("Content-Type", JSON)
            .PUT(HttpRequest.BodyPublishers.ofString(json)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0x10", "%231", "+1", "%2B1", "007", "1%202", "%201", "1.0", "1e3", "%EF%BC%91"})
  void a_number_in_path_or_query_is_written_as_in_json(String number) throws Exception {
    assertThat(fields(http.get("/api/v1/things/" + number, null))).containsExactly("id");
    assertThat(fields(http.get("/api/v1/things/1?limit=" + number, null))).containsExactly("limit");
  }

  @Test
  void messages_are_english_whatever_the_client_reads() throws Exception {
    HttpRequest.Builder request =
        http.request("/api/v1/things/1?limit=0", null).header("Accept-Language", "de, fr");
    assertThat(problem(http.send(request), 400, "invalid-request").toString())
        .contains("must be greater than or equal to 1");
  }

  @Test
  void a_body_that_is_too_long_is_413_declared_or_not() throws Exception {
    String huge = "{\"name\":\"" + "x".repeat(1_100_000) + "\",\"amount\":1}";
    problem(http.post("/api/v1/orders", null, JSON, huge), 413, "body-too-large");
    HttpRequest.Builder chunked =
        http.request("/api/v1/orders", null)
            .header("Content-Type", JSON)
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(huge.getBytes(StandardCharsets.UTF_8))));
    problem(http.send(chunked), 413, "body-too-large");
  }

  @Test
  void who_sends_all_of_a_long_body_before_he_reads_is_told_413() throws Exception {
    byte[] body = new byte[10 * 1024 * 1024];
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /api/v1/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                  + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n")
              .formatted(body.length)
              .getBytes(StandardCharsets.US_ASCII));
      out.write(body);
      String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(reply).startsWith("HTTP/1.1 413").contains("\"code\":\"body-too-large\"");
    }
  }

  @Test
  void a_streaming_path_takes_any_length() throws Exception {
    HttpResponse<String> reply =
        http.post("/api/v1/streams/a", null, "text/plain", "x".repeat(3_000_000));
    assertThat(reply.body()).isEqualTo("3000000");
  }

  @Test
  void faults_say_nothing_of_the_inside() throws Exception {
    HttpResponse<String> fault = http.get("/api/v1/failures/any", null);
    problem(fault, 500, "internal-error");
    assertThat(fault.body()).doesNotContain("secret", "Exception", "dev.storefront");
    for (String kind : new String[] {"unavailable", "sql", "rollback"}) {
      HttpResponse<String> away = http.get("/api/v1/failures/" + kind, null);
      problem(away, 503, "unavailable");
      assertThat(away.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(away.body()).doesNotContain("host-17");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /a|b<> HTTP/1.1", "GET /api/v1/pages HTTP/1.1\r\nReferer: a\u0001b"})
  void what_is_not_http_gets_a_problem_document_too(String broken) throws Exception {
    String reply = raw(broken);
    assertThat(reply).startsWith("HTTP/1.1 400").contains("application/problem+json");
    assertThat(reply).contains("\"code\":\"invalid-request\"").doesNotContain("Tomcat");
    assertThat(reply).contains("\"errors\":[{\"field\":\"request\"");
    problem(http.get("/api/v1/things/%2e%2e;x=1//1", null), 400, "invalid-request");
  }

  /** Java's client sends no such header. */
  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/me", "/api/v1/orders", "/no-such-path", "/v3/api-docs"})
  void what_a_browser_asks_before_a_page_of_another_origin_calls_is_refused(String path)
      throws Exception {
    assertThat(
            raw(
                "OPTIONS "
                    + path
                    + " HTTP/1.1\r\nOrigin: https://other.example\r\n"
                    + "Access-Control-Request-Method: POST"))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"forbidden\"")
        .doesNotContain("Access-Control-Allow-Origin");
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(5_000);
      socket
          .getOutputStream()
          .write(
              (request + "\r\nHost: x\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void no_token_is_401_and_the_wrong_scope_403_before_the_body_is_read() throws Exception {
    HttpResponse<String> anonymous = http.get("/api/v1/me", null);
    problem(anonymous, 401, "unauthorized");
    assertThat(anonymous.headers().firstValue("WWW-Authenticate")).isPresent();
    problem(http.post("/api/v1/admin", null, JSON, "{"), 401, "unauthorized");
    problem(http.post("/api/v1/admin", TestTokens.user("a"), JSON, "{"), 403, "forbidden");
    problem(http.post("/api/v1/admin", TestTokens.operator(), JSON, "{"), 400, "invalid-request");
    problem(http.get("/api/v1/me", "nonsense"), 401, "unauthorized");
    String expired = TestTokens.token("a", "shop-app", "user", Duration.ofMinutes(-10));
    problem(http.get("/api/v1/me", expired), 401, "unauthorized");
    String valid = TestTokens.user("a");
    String forged = valid.substring(0, valid.length() - 8) + "AAAAAAAA";
    problem(http.get("/api/v1/me", forged), 401, "unauthorized");
  }

  @Test
  void so_it_is_before_the_media_types_that_an_endpoint_names() throws Exception {
    HttpResponse<String> anonymous = http.post("/api/v1/notes", null, JSON, "{}");
    problem(anonymous, 401, "unauthorized");
    assertThat(anonymous.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    problem(http.post("/api/v1/notes", TestTokens.user("a"), JSON, "{}"), 403, "forbidden");
    String operator = TestTokens.operator();
    problem(http.post("/api/v1/notes", operator, JSON, "{}"), 415, "unsupported-media-type");
    problem(http.send(noteAnsweredAs(null, "image/png")), 401, "unauthorized");
    problem(http.send(noteAnsweredAs(operator, "image/png")), 406, "not-acceptable");
    assertThat(http.send(noteAnsweredAs(operator, "text/plain")).body()).isEqualTo("a,b");
    problem(http.send(http.request("/api/v1/notes", null).DELETE()), 405, "method-not-allowed");
  }

  private HttpRequest.Builder noteAnsweredAs(String token, String type) {
    return http.request("/api/v1/notes", token)
        .headers("Content-Type", "text/csv", "Accept", type)
        .POST(HttpRequest.BodyPublishers.ofString("a,b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/forgotten", "/forgotten", "/forgotten/function"})
  void what_nobody_said_may_be_called_needs_a_token(String path) throws Exception {
    problem(http.get(path, null), 401, "unauthorized");
    problem(http.get(path, "nonsense"), 401, "unauthorized");
    assertThat(http.get(path, TestTokens.user("a")).body()).isEqualTo("remembered");
  }

  @Test
  void a_bad_token_is_401_at_a_public_endpoint_too() throws Exception {
    problem(http.get("/api/v1/things/1", "nonsense"), 401, "unauthorized");
    assertThat(http.get("/api/v1/things/1", TestTokens.user("a")).statusCode()).isEqualTo(200);
  }

  @Test
  void what_methods_a_path_takes_is_no_secret() throws Exception {
    HttpResponse<String> reply =
        http.send(
            http.request("/api/v1/me", null)
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
    assertThat(reply.headers().firstValue("Allow").orElse("")).contains("GET");
  }

  @Test
  void no_reply_is_kept_or_taken_for_something_else() throws Exception {
    for (HttpResponse<String> reply :
        List.of(http.get("/api/v1/things/1", null), http.get("/api/v1/me", TestTokens.user("a")))) {
      assertThat(reply.headers().allValues("Cache-Control")).containsExactly("no-store");
      assertThat(reply.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
      assertThat(reply.headers().allValues("X-Frame-Options")).containsExactly("DENY");
    }
  }

  @Test
  void the_caller_is_who_the_token_says() throws Exception {
    HttpResponse<String> reply = http.get("/api/v1/me", TestTokens.user("alice"));
    assertThat(MAPPER.readTree(reply.body()).get("subject").asString()).isEqualTo("alice");
    assertThat(MAPPER.readTree(reply.body()).get("clientId").asString()).isEqualTo("shop-app");
  }

  @Test
  void health_metrics_and_the_api_document_are_public() throws Exception {
    assertThat(http.get("/actuator/health/liveness", null).statusCode()).isEqualTo(200);
    assertThat(http.get("/actuator/prometheus", null).body()).contains("jvm_memory_used_bytes");
    JsonNode api = MAPPER.readTree(http.get("/v3/api-docs", null).body());
    assertThat(api.at("/paths/~1api~1v1~1me/get/security/0/bearer").isMissingNode()).isFalse();
    assertThat(http.get("/swagger-ui.html", null).statusCode()).isIn(200, 302);
  }

  private static String field(HttpResponse<String> reply) {
    return problem(reply, 400, "invalid-request").at("/errors/0/field").asString();
  }

  private static JsonNode problem(HttpResponse<String> reply, int status, String code) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(reply.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    JsonNode problem = MAPPER.readTree(reply.body());
    assertThat(problem.get("code").asString()).isEqualTo(code);
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    for (String member : new String[] {"type", "title", "detail", "instance"}) {
      assertThat(problem.get(member).asString()).as(member).isNotBlank();
    }
    return problem;
  }
}
