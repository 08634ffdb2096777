package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** The catalogue's events. To send them again does no harm: a repeated version changes nothing. */
final class ProductFactsDemo implements DemoPart {

  private static final String TOPIC = "product-changes";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Suite suite;
  private final SuiteClient client;
  private final List<Sku> skus;

  ProductFactsDemo(Suite suite, SuiteClient client, List<List<Sku>> shelves) {
    this.suite = suite;
    this.client = client;
    this.skus = shelves.stream().flatMap(List::stream).toList();
  }

  @Override
  public String name() {
    return "facts of " + skus.size() + " SKUs";
  }

  /** They have arrived when a view shows a name. */
  @Override
  public boolean isLoaded() {
    return PageViewsDemo.newestView(suite.browseHistory(), client).path("name").isString();
  }

  @Override
  public void load() {
    try (Producer<String, String> producer = new KafkaProducer<>(configuration())) {
      List<Future<RecordMetadata>> sent =
          skus.stream().map(sku -> producer.send(recordOf(sku))).toList();
      for (Future<RecordMetadata> record : sent) {
        record.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Kafka did not take the products' facts", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending the products' facts", e);
    }
  }

  private Map<String, Object> configuration() {
    Map<String, Object> configuration = new HashMap<>();
    configuration.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, suite.kafkaBootstrapServers());
    configuration.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    configuration.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) TIMEOUT.toMillis());
    configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis() / 2);
    configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
    return configuration;
  }

  private static ProducerRecord<String, String> recordOf(Sku sku) {
    String key = Long.toString(sku.skuId());
    Object value =
        Json.object("eventId", eventId(key))
            .and("skuId", sku.skuId())
            .and("kind", "POP")
            .and("spuId", sku.spuId())
            .and("mainSkuId", sku.mainSkuId())
            .and("vendorId", DemoProducts.VENDOR_ID)
            .and("name", sku.name())
            .and("imageUrl", "https://images.example/" + key + ".jpg")
            .and("version", 1)
            .and("deleted", false);
    return new ProducerRecord<>(TOPIC, key, Json.write(value));
  }

  private static String eventId(String key) {
    return UUID.nameUUIDFromBytes(("demo/" + key).getBytes(StandardCharsets.UTF_8)).toString();
  }
}
