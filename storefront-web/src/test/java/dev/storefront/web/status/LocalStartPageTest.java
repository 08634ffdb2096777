package dev.storefront.web.status;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.security.issuer=http://127.0.0.1:8080",
      "management.server.port=" // as the profile says; a random port would bring one for this
    })
@ActiveProfiles("local")
class LocalStartPageTest {

  @TempDir static Path keys;

  @LocalServerPort int port;

  @DynamicPropertySource
  static void keyFolder(DynamicPropertyRegistry registry) {
    registry.add("storefront.tokens.key-directory", keys::toString);
  }

  @Test
  void this_servers_health_is_on_the_port_of_the_page() {
    RestTestClient client =
        RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();

    client.get().uri("/actuator/health").exchange().expectStatus().isOk();
    client
        .get()
        .uri("/api/v1/services")
        .exchange()
        .expectBody()
        .jsonPath("$.managementPort")
        .isEmpty();
  }
}
