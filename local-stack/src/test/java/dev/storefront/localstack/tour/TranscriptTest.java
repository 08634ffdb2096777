package dev.storefront.localstack.tour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TranscriptTest {

  private static final URI SERVICE = URI.create("http://127.0.0.1:8081");

  @Test
  void a_request_can_be_pasted_into_a_shell() {
    ApiRequest request =
        ApiRequest.post(SERVICE, "/api/v1/things?a=1&b=2")
            .as(Identity.user("alice"))
            .json(Json.object("name", "it's").and("count", 2));

    assertThat(Transcript.of(request))
        .isEqualTo(
            """
            curl -X POST 'http://127.0.0.1:8081/api/v1/things?a=1&b=2' \\
              -H "Authorization: Bearer $(./storefront token --user alice)" \\
              -H 'Content-Type: application/json' \\
              -d '{"name":"it'\\''s","count":2}'""");
  }

  @Test
  void a_plain_request_stays_plain() {
    assertThat(Transcript.of(ApiRequest.get(SERVICE, "/aBc-9")))
        .isEqualTo("curl http://127.0.0.1:8081/aBc-9");
  }

  @Test
  void a_reply_is_laid_out_for_people() {
    assertThat(Transcript.of(reply(200, Map.of(), "{\"a\":{\"fits\":[true,false]}}")))
        .isEqualTo(
            """
            200
            {
              "a": {
                "fits": [ true, false ]
              }
            }""");
  }

  @Test
  void a_redirect_says_where_to() {
    assertThat(Transcript.of(reply(302, Map.of("Location", List.of("https://a.example")), "")))
        .isEqualTo("302  Location: https://a.example");
  }

  private static ApiReply reply(int status, Map<String, List<String>> headers, String body) {
    return new ApiReply(
        ApiRequest.get(SERVICE, "/"), status, HttpHeaders.of(headers, (k, v) -> true), body);
  }
}
