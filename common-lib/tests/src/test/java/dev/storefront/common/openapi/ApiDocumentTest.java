package dev.storefront.common.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.SampleApplication;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.localstack.testing.WithBackends;
import java.util.List;
import java.util.stream.Stream;
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
        .containsExactlyInAnyOrder("200", "400", "401", "404", "405", "406", "503");
    assertThat(answersOf("get", "/api/v1/me"))
        .containsExactlyInAnyOrder("200", "400", "401", "403", "405", "406", "503");
    assertThat(answersOf("post", "/api/v1/admin"))
        .containsExactlyInAnyOrder(
            "201", "200", "400", "401", "403", "405", "406", "409", "413", "415", "429", "503");
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
  void a_problem_has_the_members_that_the_service_tells_of() {
    JsonNode ids = document.at("/components/schemas/Problem/properties/parcelIds");
    assertThat(ids.at("/items/type").asString("")).isEqualTo("integer");
    assertThat(ids.path("description").asString("")).isEqualTo("with lost: which");
    assertThat(document.at("/components/schemas/Problem/required").toString())
        .doesNotContain("parcelIds");
  }

  @Test
  void what_is_made_says_where_it_is() {
    JsonNode answers = operation("post", "/api/v1/parcels").path("responses");
    assertThat(answers.at("/202/headers").propertyNames()).containsExactly("Location");
    assertThat(operation("post", "/api/v1/admin").at("/responses/201").has("headers")).isFalse();
  }

  @Test
  void ids_count_from_1_unless_they_say_otherwise() {
    assertThat(document.at("/components/schemas/Order/properties/ids/items/minimum").asInt(-1))
        .isEqualTo(1);
    assertThat(operation("get", "/api/v1/things/{id}").at("/parameters/0/schema/minimum").asInt(-1))
        .isEqualTo(1);
    assertThat(parcel("wayId").path("minimum").asInt(-1)).isZero();
    assertThat(parcel("weight_grams").has("minimum")).isFalse();
  }

  @Test
  void numbers_have_the_bounds_of_their_constraints() {
    assertThat(parcel("pieces").path("minimum").asInt(-1)).isEqualTo(1);
    assertThat(parcel("stampIds").at("/items/minimum").asInt(-1)).isEqualTo(10);
    assertThat(parcel("stampIds").at("/items/maximum").asInt(-1)).isEqualTo(99);
    assertThat(operation("get", "/api/v1/parcels/{number}").at("/parameters/0/schema"))
        .hasToString("{\"type\":\"integer\",\"format\":\"int32\",\"minimum\":1}");
  }

  @Test
  void what_is_not_nullable_is_required() {
    assertThat(document.at("/components/schemas/Parcel/required").valueStream())
        .extracting(JsonNode::asString)
        .containsExactlyInAnyOrder(
            "wayId", "pieces", "stampIds", "to", "weight_grams", "labels", "url");
    assertThat(document.at("/components/schemas/Address/required").valueStream())
        .extracting(JsonNode::asString)
        .containsExactly("street");
  }

  @Test
  void what_is_nullable_may_be_null() {
    assertThat(types(parcel("shop"))).containsExactly("string", "null");
    assertThat(types(parcel("size"))).containsExactly("string", "null");
    assertThat(parcel("size").path("enum")).hasToString("[\"SMALL\",\"LARGE\",null]");
    assertThat(parcel("from").path("oneOf"))
        .hasToString("[{\"$ref\":\"#/components/schemas/Address\"},{\"type\":\"null\"}]");
    assertThat(types(parcel("counts"))).containsExactly("object", "null");
    assertThat(types(parcel("marks"))).containsExactly("array", "null");
  }

  @Test
  void what_is_left_out_instead_or_required_all_the_same_is_never_null() {
    assertThat(types(parcel("note"))).containsExactly("string");
    assertThat(types(parcel("url"))).containsExactly("string");
  }

  @Test
  void what_may_be_anything_needs_no_null() {
    assertThat(parcel("extra").has("type")).isFalse();
  }

  private static List<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    return (type.isArray() ? type.valueStream() : Stream.of(type)).map(JsonNode::asString).toList();
  }

  private JsonNode parcel(String member) {
    return document.at("/components/schemas/Parcel/properties").path(member);
  }

  private Iterable<String> answersOf(String method, String path) {
    return operation(method, path).path("responses").propertyNames();
  }

  private JsonNode operation(String method, String path) {
    return document.path("paths").path(path).path(method);
  }
}
