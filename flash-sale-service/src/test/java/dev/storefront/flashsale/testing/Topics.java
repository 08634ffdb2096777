package dev.storefront.flashsale.testing;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.springframework.kafka.core.ConsumerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code flash-sale-events} from its beginning, as any application may. */
public final class Topics {

  private final ConsumerFactory<String, byte[]> consumers;
  private final Namespace namespace;
  private final JsonMapper json;

  /** On the servers of the test. */
  public Topics(ConsumerFactory<String, byte[]> consumers, Namespace namespace, JsonMapper json) {
    this.consumers = consumers;
    this.namespace = namespace;
    this.json = json;
  }

  /**
   * A promotion's events in their order, as soon as they are all that was waited for. One that is
   * told again with the same content is left out.
   */
  public List<JsonNode> eventsOf(long promotion, Predicate<List<JsonNode>> complete) {
    List<JsonNode> found = new ArrayList<>();
    Set<JsonNode> known = new HashSet<>();
    try (Consumer<String, byte[]> consumer =
        consumers.createConsumer("test-" + UUID.randomUUID(), "")) {
      String topic = namespace.topic("flash-sale-events");
      int partition =
          Utils.toPositive(Utils.murmur2(Long.toString(promotion).getBytes(StandardCharsets.UTF_8)))
              % consumer.partitionsFor(topic).size();
      consumer.assign(List.of(new TopicPartition(topic, partition)));
      consumer.seekToBeginning(consumer.assignment());
      await()
          .atMost(Duration.ofMinutes(2))
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(10))
          .pollInSameThread()
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(200))
                    .forEach(
                        record -> {
                          if (!Long.toString(promotion).equals(record.key())) {
                            return;
                          }
                          JsonNode event = json.readTree(record.value());
                          if (known.add(event)) {
                            found.add(event);
                          }
                        });
                return complete.test(found);
              });
    } catch (org.awaitility.core.ConditionTimeoutException e) {
      throw new AssertionError("not complete: " + found, e);
    }
    return found;
  }
}
