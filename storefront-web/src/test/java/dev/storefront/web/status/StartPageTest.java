package dev.storefront.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.security.issuer=https://issuer.example",
      "storefront.status.timeout=20s" // a machine may be busy
    })
class StartPageTest {

  private static final HttpServer services = startServices();

  @LocalServerPort int port;
  @LocalManagementPort int managementPort;

  @DynamicPropertySource
  static void serviceAddresses(DynamicPropertyRegistry registry) {
    String[] names = {"ready", "not-ready", "nonsense", "away"};
    for (int i = 0; i < names.length; i++) {
      String name = names[i];
      String address =
          name.equals("away")
              ? "http://127.0.0.1:1"
              : "http://127.0.0.1:" + services.getAddress().getPort() + "/" + name;
      String prefix = "storefront.status.services[" + i + "].";
      registry.add(prefix + "name", () -> name);
      registry.add(prefix + "about", () -> "About " + name);
      registry.add(prefix + "url", () -> "http://127.0.0.1:2/" + name);
      registry.add(prefix + "management-url", () -> address);
    }
  }

  @AfterAll
  static void stopServices() {
    services.stop(0);
  }

  @Test
  void the_page_loads_nothing_from_elsewhere() {
    String page =
        client()
            .get()
            .uri("/")
            .exchange()
            .expectStatus()
            .isOk()
            .expectHeader()
            .valueEquals("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
            .expectBody(String.class)
            .returnResult()
            .getResponseBody();
    assertThat(page).contains("<h1>Storefront</h1>", "storefront.js").doesNotContain("://");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/storefront.css", "/storefront.js", "/favicon.svg"})
  void the_pages_parts_are_served(String path) {
    client().get().uri(path).exchange().expectStatus().isOk();
  }

  @ParameterizedTest
  @CsvSource({
    "0, ready, UP",
    "1, not-ready, OUT_OF_SERVICE",
    "2, nonsense, UNREACHABLE",
    "3, away, UNREACHABLE"
  })
  void each_service_is_shown_as_it_is(int index, String name, String health) {
    String row = "$.services[" + index + "].";
    client()
        .get()
        .uri("/api/v1/services")
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath(row + "name")
        .isEqualTo(name)
        .jsonPath(row + "health")
        .isEqualTo(health);
  }

  @Test
  void each_service_has_a_link_to_its_api() {
    client()
        .get()
        .uri("/api/v1/services")
        .exchange()
        .expectBody()
        .jsonPath("$.services[3].apiUrl")
        .isEqualTo("http://127.0.0.1:1/actuator/swagger-ui/index.html");
  }

  @Test
  void the_page_learns_where_this_servers_own_health_is() {
    client()
        .get()
        .uri("/api/v1/services")
        .exchange()
        .expectBody()
        .jsonPath("$.managementPort")
        .isEqualTo(managementPort);
  }

  @Test
  void a_backing_server_that_is_away_is_named() {
    client()
        .get()
        .uri("/api/v1/services")
        .exchange()
        .expectBody()
        .jsonPath("$.services[1].missing[0]")
        .isEqualTo("redis")
        .jsonPath("$.services[1].missing.length()")
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness"})
  void health_does_not_depend_on_the_services(String path) {
    client(managementPort).get().uri(path).exchange().expectStatus().isOk();
  }

  private RestTestClient client() {
    return client(port);
  }

  private static RestTestClient client(int at) {
    return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + at).build();
  }

  /** Answers as services do, under one address for each state. */
  private static HttpServer startServices() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      answer(server, "ready", 200, "{\"status\":\"UP\",\"groups\":[]}");
      answer(
          server,
          "not-ready",
          503,
          """
          {"status": "OUT_OF_SERVICE",
           "components": {"redis": {"status": "DOWN"}, "kafka": {"status": "UP"}}}\
          """);
      answer(server, "nonsense", 200, "<html>");
      server.start();
      return server;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void answer(HttpServer server, String name, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/" + name + "/actuator/health/readiness",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }
}
