package dev.storefront.common.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.SampleApplication;
import dev.storefront.common.SampleApplication.Greeting;
import dev.storefront.common.SampleApplication.Greetings;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.outbox.Outbox;
import dev.storefront.common.outbox.OutboxFactory;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.tracing.OtlpReceiver.ReceivedSpan;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** One trace from an HTTP call through Kafka to a consumer, as a collector sees it. */
@SpringBootTest(
    classes = {SampleApplication.class, TracingTest.Greeter.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.tracing.enabled=true",
      "storefront.tracing.sampled=0",
      "management.opentelemetry.tracing.export.schedule-delay=100ms",
      "logging.structured.format.console=ecs"
    })
@WithBackends(database = "common", namespace = "tracing")
@ExtendWith(OutputCaptureExtension.class)
class TracingTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final OtlpReceiver collector = new OtlpReceiver();

  @LocalServerPort int port;
  @Autowired Namespace namespace;
  @Autowired Greetings greetings;
  @Autowired Greeter greeter;

  private final HttpClient http = HttpClient.newHttpClient();
  private final byte[] ids = new byte[24];

  @DynamicPropertySource
  static void endpoint(DynamicPropertyRegistry properties) {
    properties.add("storefront.tracing.endpoint", collector::endpoint);
  }

  /** Kafka may be late with the first one. */
  @BeforeAll
  static void publishOnce(@Autowired EventPublisher events) {
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(
            () -> {
              events
                  .publish("greetings", "k", new Greeting(UUID.randomUUID().toString(), "first"))
                  .join();
              return true;
            });
  }

  @AfterAll
  static void close() {
    collector.close();
  }

  /** Sends a greeting while it answers. */
  @RestController
  static class Greeter {

    private static final Logger log = LoggerFactory.getLogger(Greeter.class);
    private final EventPublisher events;
    private final Outbox outbox;

    Greeter(EventPublisher events, OutboxFactory outboxes, DataSource database) {
      this.events = events;
      outbox = outboxes.outbox();
      new ResourceDatabasePopulator(new ClassPathResource("db/outbox/R__outbox.sql"))
          .execute(database);
    }

    @PostMapping("/api/v1/noted-greetings/{text}")
    @PublicEndpoint
    String note(@PathVariable String text) {
      outbox.add("greetings", "k", new Greeting(UUID.randomUUID().toString(), text));
      return text;
    }

    @PostMapping("/api/v1/greetings/{text}")
    @PublicEndpoint
    String greet(@PathVariable String text) {
      log.info("Greeting {}", text);
      events.publish("greetings", "k", new Greeting(UUID.randomUUID().toString(), text)).join();
      return text;
    }
  }

  @Test
  void a_call_its_event_and_the_consumer_are_one_trace(CapturedOutput output) throws Exception {
    String traceId = newTraceId();
    assertThat(post("/api/v1/greetings/hello", traceId, "01").statusCode()).isEqualTo(200);
    String topic = namespace.topic("greetings");

    await().atMost(SOON).until(() -> ofTrace(traceId).size() >= 3);
    List<ReceivedSpan> spans = ofTrace(traceId);
    ReceivedSpan call = named(spans, "http post /api/v1/greetings/{text}");
    ReceivedSpan sending = named(spans, "send " + topic);
    ReceivedSpan taking = named(spans, "process " + topic);
    assertThat(call.parentId()).isEqualTo(parentId());
    assertThat(sending.parentId()).isEqualTo(call.id());
    assertThat(taking.parentId()).isEqualTo(sending.id());
    assertThat(spans).noneMatch(ReceivedSpan::failed);
    assertThat(output.getAll().lines().filter(line -> line.contains("Greeting hello")))
        .singleElement()
        .asString()
        .contains(traceId);
  }

  /** Kafka has the event when the call is long over. */
  @Test
  void an_event_that_was_noted_is_of_the_trace_of_the_call() throws Exception {
    String traceId = newTraceId();
    assertThat(post("/api/v1/noted-greetings/later", traceId, "01").statusCode()).isEqualTo(200);
    await().atMost(SOON).until(() -> ofTrace(traceId).size() == 1);

    greeter.outbox.publishAll();

    await().atMost(SOON).until(() -> ofTrace(traceId).size() >= 3);
    List<ReceivedSpan> spans = ofTrace(traceId);
    ReceivedSpan call = named(spans, "http post /api/v1/noted-greetings/{text}");
    ReceivedSpan sending = named(spans, "send " + namespace.topic("greetings"));
    ReceivedSpan taking = named(spans, "process " + namespace.topic("greetings"));
    assertThat(sending.parentId()).isEqualTo(call.id());
    assertThat(taking.parentId()).isEqualTo(sending.id());
  }

  @Test
  void a_consumer_that_fails_is_seen_to_fail(CapturedOutput output) throws Exception {
    String traceId = newTraceId();
    assertThat(post("/api/v1/greetings/misread", traceId, "01").statusCode()).isEqualTo(200);

    await().atMost(SOON).until(() -> ofTrace(traceId).size() >= 3);
    assertThat(named(ofTrace(traceId), "process " + namespace.topic("greetings")).failed())
        .isTrue();
    assertThat(output.getAll().lines().filter(line -> line.contains("Dead letter")))
        .anyMatch(line -> line.contains(traceId));
  }

  @Test
  void a_failed_call_says_the_trace_by_which_the_log_has_it() throws Exception {
    String traceId = newTraceId();
    HttpResponse<String> reply = get("/api/v1/failures/bug", traceId, "01");
    assertThat(reply.statusCode()).isEqualTo(500);
    assertThat(reply.body()).contains("\"traceId\":\"" + traceId + "\"");
  }

  @Test
  void what_is_not_sampled_is_carried_out_and_not_reported() throws Exception {
    String traceId = newTraceId();
    post("/api/v1/greetings/unseen", traceId, "00");
    await().atMost(SOON).until(() -> greetings.texts().contains("unseen"));
    String later = newTraceId();
    post("/api/v1/greetings/seen", later, "01");
    await().atMost(SOON).until(() -> ofTrace(later).size() >= 3);
    assertThat(ofTrace(traceId)).isEmpty();
  }

  private String newTraceId() {
    new Random().nextBytes(ids);
    return HexFormat.of().formatHex(ids, 0, 16);
  }

  private String parentId() {
    return HexFormat.of().formatHex(ids, 16, 24);
  }

  private static List<ReceivedSpan> ofTrace(String traceId) {
    return collector.spans().stream().filter(span -> span.traceId().equals(traceId)).toList();
  }

  private static ReceivedSpan named(List<ReceivedSpan> spans, String name) {
    return spans.stream()
        .filter(span -> span.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No span '" + name + "' in " + spans));
  }

  private HttpResponse<String> post(String path, String traceId, String flags)
      throws IOException, InterruptedException {
    return send(request(path, traceId, flags).POST(BodyPublishers.noBody()));
  }

  private HttpResponse<String> get(String path, String traceId, String flags)
      throws IOException, InterruptedException {
    return send(request(path, traceId, flags));
  }

  private HttpRequest.Builder request(String path, String traceId, String flags) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(SOON)
        .header("traceparent", "00-" + traceId + "-" + parentId() + "-" + flags);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
