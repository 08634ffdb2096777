package dev.storefront.web;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "storefront.security.issuer=https://issuer.example")
class NoIssuerOutsideTheLocalStackTest {

  @LocalServerPort int port;
  @LocalManagementPort int managementPort;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/oauth2/jwks",
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration"
      })
  void nothing_of_the_issuer_is_served(String path) {
    client().get().uri(path).exchange().expectStatus().isNotFound();
  }

  @ParameterizedTest
  @ValueSource(strings = "grant_type=client_credentials&client_id=a&scope=operator")
  void no_token_is_issued(String form) {
    client()
        .post()
        .uri("/oauth2/token")
        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
        .body(form)
        .exchange()
        .expectStatus()
        .isNotFound()
        .expectHeader()
        .contentType(MediaType.APPLICATION_PROBLEM_JSON);
  }

  @Test
  void what_operators_see_is_on_the_management_port_alone() {
    client(managementPort).get().uri("/actuator/health").exchange().expectStatus().isOk();
    client().get().uri("/actuator/health").exchange().expectStatus().isNotFound();
  }

  private RestTestClient client() {
    return client(port);
  }

  private static RestTestClient client(int at) {
    return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + at).build();
  }
}
