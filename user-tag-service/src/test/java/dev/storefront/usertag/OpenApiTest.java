package dev.storefront.usertag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest extends ServiceTest {

  @Test
  void the_document_has_every_call_of_the_contract() {
    JsonNode paths = api.get("/v3/api-docs").json().get("paths");
    List<String> calls = new ArrayList<>();
    paths
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(verb -> calls.add(verb + " " + path.getKey())));
    assertThat(calls)
        .contains(
            "put /api/v1/tags/{tag}",
            "get /api/v1/tags/{tag}",
            "delete /api/v1/tags/{tag}",
            "get /api/v1/tags",
            "put /api/v1/users/{userId}/tags/{tag}",
            "delete /api/v1/users/{userId}/tags/{tag}",
            "get /api/v1/users/{userId}/tags/{tag}",
            "get /api/v1/users/{userId}/tags",
            "delete /api/v1/users/{userId}",
            "get /api/v1/tags/{tag}/audit",
            "get /api/v1/tags/{tag}/users",
            "post /api/v1/tags/{tag}/imports",
            "get /api/v1/tags/{tag}/imports",
            "get /api/v1/tags/{tag}/imports/{id}",
            "delete /api/v1/tags/{tag}/imports/{id}",
            "get /api/v1/segment-checks",
            "get /api/v1/segment-checks/{id}",
            "delete /api/v1/segment-checks/{id}",
            "put /api/v1/rules/{name}",
            "get /api/v1/rules/{name}",
            "delete /api/v1/rules/{name}",
            "get /api/v1/rules",
            "get /api/v1/tags/{tag}/export",
            "post /api/v1/imports",
            "get /api/v1/imports",
            "get /api/v1/imports/{id}",
            "delete /api/v1/imports/{id}",
            "post /api/v1/audiences/query",
            "post /api/v1/audiences/count",
            "post /api/v1/audiences/explain",
            "post /api/v1/audiences/overlap",
            "put /api/v1/audiences/{name}",
            "get /api/v1/audiences/{name}",
            "delete /api/v1/audiences/{name}",
            "get /api/v1/audiences",
            "get /api/v1/audiences/{name}/users",
            "get /api/v1/audiences/{name}/counts",
            "get /api/v1/audiences/{name}/members/{userId}");
  }

  @Test
  void each_type_that_lines_may_come_as_has_their_example() {
    JsonNode paths = api.get("/v3/api-docs").json().get("paths");
    Map<String, String> examples =
        Map.of(
            "/api/v1/tags/{tag}/imports", "xiaoming\nxiaohua\n",
            "/api/v1/imports", "xiaoming,vip\nxiaohua,mobile\n");
    examples.forEach(
        (path, example) -> {
          JsonNode content = paths.get(path).at("/post/requestBody/content");
          assertThat(content.propertyNames())
              .as(path)
              .containsExactlyInAnyOrder("text/plain", "text/csv", "application/octet-stream");
          content.forEach(
              type -> {
                assertThat(type.at("/schema/type").asString()).isEqualTo("string");
                assertThat(type.toString()).contains(new JsonMapper().writeValueAsString(example));
              });
        });
  }
}
