package dev.storefront.common.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.SampleApplication;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.localstack.testing.WithBackends;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "common")
class ApiDocumentTest {

  @LocalServerPort int port;
  JsonNode document;

  @BeforeEach
  void read() throws Exception {
    document = new JsonMapper().readTree(new HttpCalls(port).get("/v3/api-docs", null).body());
  }

  @Test
  void a_call_answers_what_it_says_and_what_follows_from_its_declaration() {
    assertThat(answersOf("get", "/api/v1/things/{id}"))
        .containsExactlyInAnyOrder("200", "400", "401", "404", "503");
    assertThat(answersOf("get", "/api/v1/me"))
        .containsExactlyInAnyOrder("200", "400", "401", "403", "503");
    assertThat(answersOf("post", "/api/v1/admin"))
        .containsExactlyInAnyOrder(
            "201", "200", "400", "401", "403", "409", "413", "415", "429", "503");
  }

  @Test
  void each_success_has_a_content_and_each_problem_its_codes() {
    JsonNode answers = operation("post", "/api/v1/admin").path("responses");
    assertThat(answers.path("201").path("content").propertyNames()).isNotEmpty();
    assertThat(answers.path("200").path("content")).isEqualTo(answers.path("201").path("content"));
    assertThat(answers.at("/201/description").asString()).isEqualTo("Created: a new one");
    assertThat(answers.at("/409/description").asString()).isEqualTo("Conflict: sold-out, ended");
    assertThat(answers.at("/409/content/application~1problem+json/schema/$ref").asString())
        .isEqualTo("#/components/schemas/Problem");
  }

  @Test
  void what_may_be_tried_again_says_when() {
    JsonNode answers = operation("post", "/api/v1/admin").path("responses");
    for (String status : new String[] {"429", "503"}) {
      assertThat(answers.path(status).path("headers").propertyNames()).contains("Retry-After");
    }
    assertThat(answers.path("409").has("headers")).isFalse();
  }

  @Test
  void a_problem_lists_errors() {
    JsonNode errors = document.at("/components/schemas/Problem/properties/errors");
    assertThat(errors.path("type").asString()).isEqualTo("array");
    assertThat(errors.at("/items/properties").propertyNames())
        .containsExactlyInAnyOrder("field", "message");
  }

  @Test
  void no_id_is_negative() {
    JsonNode order = document.at("/components/schemas/Order/properties");
    assertThat(order.at("/ids/items/minimum").asInt(-1)).isZero();
    assertThat(order.path("colour").has("minimum")).isFalse();
    assertThat(operation("get", "/api/v1/things/{id}").at("/parameters/0/schema/minimum").asInt(-1))
        .isZero();
  }

  private Iterable<String> answersOf(String method, String path) {
    return operation(method, path).path("responses").propertyNames();
  }

  private JsonNode operation(String method, String path) {
    return document.path("paths").path(path).path(method);
  }
}
