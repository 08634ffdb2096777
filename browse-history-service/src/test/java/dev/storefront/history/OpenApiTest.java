package dev.storefront.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.HttpCalls;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HistoryTest
class OpenApiTest {

  private static final Map<String, Set<String>> CONTRACT =
      Map.of(
          "/api/v1/page-views", Set.of("post"),
          "/api/v1/history/count", Set.of("get"),
          "/api/v1/history", Set.of("get", "delete"),
          "/api/v1/history/items", Set.of("delete"),
          "/api/v1/history/erasures", Set.of("get", "post"),
          "/api/v1/history/erasures/{id}", Set.of("get", "delete"),
          "/api/v1/offline-runs", Set.of("get", "post"),
          "/api/v1/offline-runs/{id}", Set.of("get", "delete"));

  @Autowired JsonMapper json;
  @LocalServerPort int port;

  @Test
  void the_document_has_the_calls_of_the_contract_and_what_they_answer() throws Exception {
    JsonNode paths =
        json.readTree(new HttpCalls(port).get("/v3/api-docs", null).body()).path("paths");
    CONTRACT.forEach(
        (path, methods) ->
            assertThat(paths.path(path).propertyNames()).as(path).isEqualTo(methods));
    JsonNode list = paths.path("/api/v1/history").path("get");
    assertThat(list.path("responses").propertyNames())
        .containsExactlyInAnyOrder("200", "400", "401", "403", "405", "406", "429", "503");
    assertThat(list.path("parameters").valueStream().map(p -> p.path("name").asString()))
        .containsExactly("limit", "cursor");
    assertThat(list.at("/responses/200/content/application~1json/schema/$ref").asString())
        .endsWith("/HistoryReply");
  }

  @Test
  void each_call_says_what_it_answers_when_all_is_well() throws Exception {
    JsonNode paths =
        json.readTree(new HttpCalls(port).get("/v3/api-docs", null).body()).path("paths");
    paths
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        call ->
                            assertThat(call.getValue().path("responses").propertyNames())
                                .as("%s %s", call.getKey(), path.getKey())
                                .anyMatch(status -> status.startsWith("2"))));
    assertThat(
            paths
                .path("/api/v1/history/merge")
                .at("/post/responses/200/content/application~1json/schema/$ref")
                .asString())
        .endsWith("/Merged");
  }
}
