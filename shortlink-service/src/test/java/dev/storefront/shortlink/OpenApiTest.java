package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest extends ShortLinkTest {

  @Test
  void the_document_has_every_call_of_the_contract() {
    JsonNode paths = get("/v3/api-docs").json().at("/paths");
    assertThat(Set.copyOf(paths.propertyNames()))
        .containsExactlyInAnyOrder(
            "/api/v1/leases",
            "/api/v1/leases/{leaseId}",
            "/api/v1/links",
            "/api/v1/links/batch",
            "/{code}",
            "/api/v1/links/{code}",
            "/api/v1/links/{code}/stats",
            "/api/v1/links/{code}/stats/hours",
            "/api/v1/links/{code}/qr",
            "/api/v1/links/{code}/owners",
            "/api/v1/tiers",
            "/api/v1/bans",
            "/api/v1/bans/{host}",
            "/api/v1/allowed-hosts",
            "/api/v1/allowed-hosts/{host}",
            "/api/v1/recycling-runs",
            "/api/v1/recycling-runs/{id}",
            "/.well-known/apple-app-site-association",
            "/.well-known/assetlinks.json");
    assertThat(paths.get("/api/v1/links/{code}").propertyNames())
        .containsExactlyInAnyOrderElementsOf(List.of("get", "patch", "delete"));
  }

  @Test
  void a_redirect_has_no_body_and_says_where_it_leads() {
    JsonNode call = get("/v3/api-docs").json().at("/paths").get("/{code}");
    for (String method : List.of("get", "post")) {
      JsonNode found = call.get(method).at("/responses/302");
      assertThat(found.has("content")).as(method).isFalse();
      assertThat(found.at("/headers/Location/required").asBoolean()).as(method).isTrue();
    }
  }

  @Test
  void a_form_that_is_too_long_is_413_as_the_document_says() {
    form("/abcdef", "password=" + "x".repeat(3_000_000)).expect(413, "body-too-large");
    JsonNode answers = get("/v3/api-docs").json().at("/paths").get("/{code}").at("/post/responses");
    assertThat(answers.has("413")).isTrue();
  }

  /** They spoil no other, so they are results with an error, and not 400. */
  @Test
  void an_item_of_a_batch_needs_no_url_and_may_have_any_id() {
    Reply lease = lease(app(), unique(), 7, 1).isOk();
    String body = "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[{\"id\":-1}]}";
    Reply batch =
        send(
            "POST",
            "/api/v1/links/batch",
            app(),
            body.formatted(lease.text("/leaseId"), lease.number("/epoch")));
    assertThat(batch.isOk().number("/results/0/id")).isEqualTo(-1);
    assertThat(batch.text("/results/0/error/code")).isEqualTo("invalid-url");

    JsonNode schemas = get("/v3/api-docs").json().at("/components/schemas");
    assertThat(schemas.at("/Link/required").valueStream().map(JsonNode::asString))
        .containsExactly("id");
    assertThat(schemas.at("/Link/properties/id/minimum").asLong()).isEqualTo(Long.MIN_VALUE);
    assertThat(schemas.at("/ResultView/properties/id/minimum").asLong()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void no_call_takes_the_caller_as_a_parameter() {
    assertThat(get("/v3/api-docs").json().toString()).doesNotContain("\"caller\"");
  }
}
