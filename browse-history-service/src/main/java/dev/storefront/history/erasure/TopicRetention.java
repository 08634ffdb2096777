package dev.storefront.history.erasure;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.stereotype.Component;

/** How long topics keep their records. */
@Component
class TopicRetention {

  private static final Duration SILENCE = Duration.ofSeconds(15);

  private final KafkaAdmin admin;
  private final Namespace namespace;

  TopicRetention(KafkaAdmin admin, Namespace namespace) {
    this.admin = admin;
    this.namespace = namespace;
  }

  /**
   * How long a record of the topic is kept at most; empty if for ever. Waits for Kafka.
   *
   * @param topic the contract's name, without namespace
   * @throws BackendUnavailableException if Kafka does not answer
   */
  Optional<Duration> of(String topic) {
    Config config = configOf(new ConfigResource(ConfigResource.Type.TOPIC, namespace.topic(topic)));
    long kept = Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    // It goes with the latest record of its segment.
    long segment = Long.parseLong(config.get(TopicConfig.SEGMENT_MS_CONFIG).value());
    return kept < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(kept).plusMillis(segment));
  }

  private Config configOf(ConfigResource name) {
    try {
      return ask(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException("kafka", false, e);
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new BackendUnavailableException("kafka", false, e);
    }
  }

  private Config ask(ConfigResource name)
      throws InterruptedException, ExecutionException, TimeoutException {
    Admin client = Admin.create(admin.getConfigurationProperties());
    try {
      return Objects.requireNonNull(client.describeConfigs(List.of(name)).values().get(name))
          .get(SILENCE.toSeconds(), TimeUnit.SECONDS);
    } finally {
      // Or it would wait for what is under way, for a minute while Kafka is away.
      client.close(Duration.ZERO);
    }
  }
}
