package dev.storefront.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.testing.HttpCalls;
import jakarta.servlet.ServletContext;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.observation.LettuceObservationAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Outside of the profile {@code local}: what operators see is on a port of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class ManagementPortTest {

  private ConfigurableApplicationContext service;
  private HttpCalls callers;
  private HttpCalls operators;

  /** With the settings of every service, and none of those that are for tests. */
  @BeforeAll
  void start() {
    service =
        SpringApplication.run(
            Service.class,
            "--spring.config.location=classpath:/storefront-defaults.yml",
            "--spring.application.name=common-lib-test",
            "--server.port=0",
            "--management.server.port=0",
            "--storefront.security.issuer=http://127.0.0.1:1",
            "--storefront.switches.enabled=false",
            "--logging.structured.format.console=",
            "--logging.level.root=warn");
    callers = new HttpCalls(port("local.server.port"));
    operators = new HttpCalls(port("local.management.port"));
  }

  @AfterAll
  void stop() {
    service.close();
  }

  /** Each costs every request something. Tomcat adds the one of WebSocket by itself. */
  @Test
  void a_request_passes_these_filters_and_no_others() {
    assertThat(service.getBean(ServletContext.class).getFilterRegistrations().keySet())
        .containsExactlyInAnyOrder(
            "bodyHeaders",
            "bodyLimit",
            "characterEncodingFilter",
            "replyHeaders",
            "springSecurityFilterChain",
            "Tomcat WebSocket (JSR356) Filter",
            "webMvcObservationFilter");
  }

  /**
   * Tomcat, each filter and each check could be measured as well, which costs more than they do.
   */
  @Test
  void a_call_is_measured_once() throws Exception {
    Set<String> before = timed();
    callers.get("/parcels", null);
    callers.get("/parcels", "a.b.c");

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(timedSince(before))
                    .anyMatch(row -> row.contains("uri=\"/parcels\""))
                    .anyMatch(row -> row.contains("status=\"503\"")));
    assertThat(timedSince(before))
        .allMatch(row -> row.startsWith("http_server_requests_seconds_count"));
  }

  private Set<String> timedSince(Set<String> before) throws Exception {
    Set<String> now = timed();
    now.removeAll(before);
    return now;
  }

  /** How often each timer has measured something, but for what the JVM does by itself. */
  private Set<String> timed() throws Exception {
    return operators
        .get("/actuator/prometheus", null)
        .body()
        .lines()
        .filter(row -> row.matches("(?!jvm_|#)\\w+_seconds_count.*"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void no_command_of_redis_is_observed() {
    assertThat(service.getBeansOfType(LettuceObservationAutoConfiguration.class)).isEmpty();
  }

  private int port(String name) {
    return Integer.parseInt(service.getEnvironment().getRequiredProperty(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/actuator",
        "/actuator/health",
        "/actuator/health/readiness",
        "/actuator/prometheus",
        "/actuator/metrics",
        "/actuator/openapi",
        "/v3/api-docs",
        "/v3/api-docs.yaml",
        "/swagger-ui.html",
        "/swagger-ui/index.html",
      })
  void the_port_of_callers_shows_nothing_of_it(String path) throws Exception {
    assertThat(callers.get(path, null).statusCode()).isEqualTo(404);
    assertThat(callers.get("/parcels", null).body()).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/actuator/health",
        "/actuator/health/liveness",
        "/actuator/health/readiness",
        "/actuator/prometheus",
        "/actuator/metrics"
      })
  void health_and_metrics_are_on_the_other_port(String path) throws Exception {
    assertThat(operators.get(path, null).statusCode()).isEqualTo(200);
    assertThat(operators.get("/parcels", null).statusCode()).isEqualTo(404);
  }

  @Test
  void so_is_the_document_of_the_api() throws Exception {
    HttpResponse<String> document = operators.get("/actuator/openapi", null);
    assertThat(document.statusCode()).isEqualTo(200);
    assertThat(document.body()).contains("/parcels");
    assertThat(operators.get("/actuator/swagger-ui/index.html", null).statusCode()).isEqualTo(200);
  }

  @Test
  void an_issuer_that_is_away_is_a_503_and_one_line_in_the_log_for_all_calls(CapturedOutput output)
      throws Exception {
    for (int call = 0; call < 3; call++) {
      assertThat(callers.get("/parcels", "a.b.c").statusCode()).isEqualTo(503);
    }
    assertThat(output.getAll().lines().filter(line -> line.contains("Tokens cannot be checked")))
        .singleElement()
        .asString()
        .contains("ConnectException");
    assertThat(output.getAll()).doesNotContain("JwtDecoderInitializationException");
  }

  @Test
  void nothing_else_of_the_inside_is_there() throws Exception {
    for (String endpoint : List.of("env", "beans", "heapdump", "configprops", "loggers")) {
      assertThat(operators.get("/actuator/" + endpoint, null).statusCode()).isEqualTo(404);
    }
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      excludeName = {
        "dev.storefront.common.hbase.HBaseAutoConfiguration",
        "dev.storefront.common.kafka.KafkaAutoConfiguration",
        "dev.storefront.common.redis.RedisAutoConfiguration",
        "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration"
      })
  @Import(Parcels.class)
  static class Service {

    /** It stands: what is said once in a while is said once, however busy the machine is. */
    @Bean
    Clock clock() {
      return Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    }
  }

  @RestController
  static class Parcels {

    @PublicEndpoint
    @GetMapping("/parcels")
    String parcels() {
      return "none";
    }
  }
}
