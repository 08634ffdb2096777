package dev.storefront.common;

import dev.storefront.common.hbase.HBaseTableSpec;
import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** A service in small: what the tests of common-lib call. */
@SpringBootApplication
public class SampleApplication {

  @Bean
  HBaseTableSpec sampleTable() {
    return new HBaseTableSpec("samples", "s", Duration.ofDays(1), 4);
  }

  @Bean
  RouterFunction<ServerResponse> forgotten() {
    return RouterFunctions.route()
        .GET("/forgotten/function", request -> ServerResponse.ok().body("remembered"))
        .filter((request, next) -> next.handle(request))
        .build();
  }

  /** Nobody said who may call it. */
  @RestController
  static class ForgottenController {

    @GetMapping({"/api/v1/forgotten", "/forgotten"})
    String forgotten() {
      return "remembered";
    }
  }

  enum Colour {
    RED,
    GREEN
  }

  record Order(
      @NotBlank String name, @Positive long amount, Colour colour, Instant at, List<Long> ids) {}

  /** How often Jackson has begun to bind an order, whatever became of it. */
  @Component
  public static class Bindings implements JsonMapperBuilderCustomizer {

    private final AtomicInteger ofOrders = new AtomicInteger();

    @Override
    public void customize(JsonMapper.Builder json) {
      json.addModule(
          new SimpleModule("counted-bindings")
              .setDeserializerModifier(
                  new ValueDeserializerModifier() {
                    @Override
                    public ValueDeserializer<?> modifyDeserializer(
                        DeserializationConfig config,
                        BeanDescription.Supplier type,
                        ValueDeserializer<?> deserializer) {
                      return type.getBeanClass() == Order.class
                          ? new Counted(deserializer)
                          : deserializer;
                    }
                  }));
    }

    /** Orders so far. */
    public int ofOrders() {
      return ofOrders.get();
    }

    private final class Counted extends DelegatingDeserializer {

      Counted(ValueDeserializer<?> orders) {
        super(orders);
      }

      @Override
      protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> orders) {
        return new Counted(orders);
      }

      @Override
      public Object deserialize(JsonParser json, DeserializationContext context) {
        ofOrders.incrementAndGet();
        return super.deserialize(json, context);
      }
    }
  }

  /** The event of the topic {@code greetings}. */
  public record Greeting(@NotBlank String eventId, @NotBlank String text) {}

  @RestController
  @RequestMapping("/api/v1")
  static class SampleController {

    private final AtomicInteger counted = new AtomicInteger();

    @PostMapping("/orders")
    @PublicEndpoint
    Order order(@RequestBody @Valid Order order) {
      return order;
    }

    @Answers("404 thing-not-found")
    @GetMapping("/things/{id}")
    @PublicEndpoint
    Map<String, Object> thing(
        @PathVariable long id, @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit) {
      if (id == 404) {
        throw Problem.of(HttpStatus.NOT_FOUND, "thing-not-found", "No thing 404.").toException();
      }
      return Map.of("id", id, "limit", limit);
    }

    @GetMapping("/shelves/{shelf}/things")
    @PublicEndpoint
    List<Long> things(
        @PathVariable @Positive long shelf,
        @RequestParam Colour colour,
        @RequestParam(required = false) List<Integer> sizes,
        @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit) {
      return List.of(shelf);
    }

    @PutMapping("/shelves/{shelf}")
    @PublicEndpoint
    Order put(@PathVariable @Positive long shelf, @RequestBody @Valid Order order) {
      return order;
    }

    @PostMapping("/counts")
    @PublicEndpoint
    ResponseEntity<Map<String, Integer>> count() {
      return ResponseEntity.ok(Map.of("count", counted.incrementAndGet()));
    }

    @GetMapping("/pages")
    @PublicEndpoint
    String page(@RequestParam String cursor) {
      return Cursor.decode("pages", cursor);
    }

    @GetMapping("/failures/{kind}")
    @PublicEndpoint
    String fail(@PathVariable String kind) throws Exception {
      throw switch (kind) {
        case "unavailable" ->
            new dev.storefront.common.health.BackendUnavailableException(
                "redis", false, new IOException("host-17.internal"));
        case "rollback" ->
            new TransactionSystemException(
                "JDBC rollback failed", new java.sql.SQLException("Connection is closed"));
        case "sql" -> new java.sql.SQLTransientConnectionException("host-17.internal");
        default -> new IllegalStateException("secret-detail");
      };
    }

    /** Fails when a part of the reply is with the client. */
    @GetMapping(path = "/begun/{kind}", produces = "text/plain")
    @PublicEndpoint
    void begin(@PathVariable String kind, HttpServletResponse response) throws IOException {
      response.getOutputStream().println("a line");
      response.flushBuffer();
      throw kind.equals("problem")
          ? Problem.of(HttpStatus.SERVICE_UNAVAILABLE, "rebuilding", "Not whole.").toException()
          : new IllegalStateException("secret-detail");
    }

    @GetMapping("/me")
    @RequiresScope(Scope.USER)
    Caller me(Caller caller) {
      return caller;
    }

    @Answers({"201 a new one", "200 one that was there", "409 sold-out, ended", "429 too-busy"})
    @PostMapping("/admin")
    @RequiresScope({Scope.OPERATOR, Scope.SERVICE})
    String admin(@RequestBody @Valid Order order) {
      return order.name();
    }

    @PostMapping(path = "/notes", consumes = "text/csv", produces = "text/plain")
    @RequiresScope(Scope.OPERATOR)
    String note(@RequestBody String note) {
      return note;
    }

    @PostMapping("/streams/{name}")
    @PublicEndpoint
    long stream(@PathVariable String name, InputStream body) throws IOException {
      return body.transferTo(java.io.OutputStream.nullOutputStream());
    }
  }

  /** Keeps what arrives on {@code greetings}. */
  @Component
  public static class Greetings {

    private final Queue<String> texts = new ConcurrentLinkedQueue<>();
    private final EventJson json;
    private final EventBatches batches;

    Greetings(EventJson json, EventBatches batches) {
      this.json = json;
      this.batches = batches;
    }

    @KafkaListener(
        topics = "#{@namespace.topic('greetings')}",
        groupId = "#{@namespace.group('common-lib')}",
        batch = "true")
    void greet(List<ConsumerRecord<String, byte[]>> records) {
      batches.process(
          records,
          record -> read(json.read(record.value(), Greeting.class).text()),
          greetings -> greetings.forEach(this::keep));
    }

    private static String read(String text) {
      if (text.equals("misread")) {
        throw new NullPointerException("A bug of reading");
      }
      return text;
    }

    private void keep(String text) {
      if (text.contains("\u0000")) {
        throw new MalformedEventException("A greeting without a sound", null);
      }
      if (text.equals("stumbled over")) {
        throw new IllegalArgumentException("A bug");
      }
      texts.add(text);
    }

    /** The texts so far. */
    public Queue<String> texts() {
      return texts;
    }
  }

  /** Keeps what arrives on {@code entries}, and has a bug until it is mended. */
  @Component
  public static class Entries {

    private final Queue<String> texts = new ConcurrentLinkedQueue<>();
    private final AtomicInteger stumbles = new AtomicInteger();
    private final EventJson json;
    private final EventBatches batches;
    private volatile boolean mended;

    Entries(EventJson json, EventBatches batches) {
      this.json = json;
      this.batches = batches.holdingBugs();
    }

    @KafkaListener(
        topics = "#{@namespace.topic('entries')}",
        groupId = "#{@namespace.group('common-lib-entries')}",
        batch = "true")
    void enter(List<ConsumerRecord<String, byte[]>> records) {
      batches.process(
          records,
          record -> read(json.read(record.value(), Greeting.class).text()),
          entries -> entries.forEach(this::keep));
    }

    private String read(String text) {
      if (text.equals("misread") && !mended) {
        stumbles.incrementAndGet();
        throw new NullPointerException("A bug");
      }
      return text;
    }

    private void keep(String text) {
      if (text.equals("stumbled over") && !mended) {
        stumbles.incrementAndGet();
        throw new ClassCastException("A bug");
      }
      texts.add(text);
    }

    /** The release without the bug. */
    public void mend() {
      mended = true;
    }

    /** How often the bug was met. */
    public int stumbles() {
      return stumbles.get();
    }

    /** The texts so far. */
    public Queue<String> texts() {
      return texts;
    }
  }
}
