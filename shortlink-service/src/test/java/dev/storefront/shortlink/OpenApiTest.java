package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

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
  void no_call_takes_the_caller_as_a_parameter() {
    assertThat(get("/v3/api-docs").json().toString()).doesNotContain("\"caller\"");
  }
}
