package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissingMembersTest extends ShortLinkTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/api/v1/links; {}; url",
        "/api/v1/leases; {}; requestId, tier, count",
        "/api/v1/links/batch; {}; leaseId, epoch, links",
        "/api/v1/links/batch; {\"leaseId\":\"a\",\"epoch\":1,\"links\":[{}]}; links[0].id",
        "/api/v1/recycling-runs; {}; tier",
      })
  void all_that_is_missing_is_said_to_be_required(String path, String body, String fields) {
    String token = path.endsWith("runs") ? operator() : app();
    Reply refused = send("POST", path, token, body).expect(400, "invalid-request");
    assertThat(refused.at("/errors").valueStream().map(error -> error.at("/field").asString()))
        .containsExactlyInAnyOrder(fields.split(", "));
    assertThat(refused.at("/errors").valueStream().map(error -> error.at("/message").asString()))
        .containsOnly("is required");
  }
}
