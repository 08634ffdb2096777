package dev.storefront.common.kafka;

import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * Creates the service's topics where they are missing and asks every partition for its end once:
 * producing idempotently into partitions that have no leader yet loses records and stalls. Runs
 * before the listeners start; if Kafka is away it goes on trying in the background.
 */
final class TopicProvisioner implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(TopicProvisioner.class);
  private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int CALL_SECONDS = 15;

  private final TopicProperties properties;
  private final KafkaAdmin kafka;
  private final Namespace namespace;
  private final Thread worker = new Thread(this::provisionUntilDone, "topic-provisioner");
  private volatile boolean running;

  TopicProvisioner(TopicProperties properties, KafkaAdmin kafka, Namespace namespace) {
    this.properties = properties;
    this.kafka = kafka;
    this.namespace = namespace;
    worker.setDaemon(true);
  }

  @Override
  public int getPhase() {
    return DEFAULT_PHASE - 1000; // before the listener containers
  }

  @Override
  public void start() {
    running = true;
    worker.start();
    try {
      worker.join(FIRST_ATTEMPT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    running = false;
    worker.interrupt();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void provisionUntilDone() {
    while (running) {
      try {
        provision();
        return;
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        log.warn("Topics are not ready yet: {}", e.toString());
      }
      try {
        Thread.sleep(PAUSE.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void provision() throws Exception {
    Map<String, Object> config = new HashMap<>(kafka.getConfigurationProperties());
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_SECONDS * 1000);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_SECONDS * 1000 / 3);
    try (Admin admin = Admin.create(config)) {
      createMissing(admin);
      askEveryPartition(admin);
      log.info("Topics are ready: {}", properties.topics().keySet());
    }
  }

  private void createMissing(Admin admin) throws Exception {
    var existing = admin.listTopics().names().get(CALL_SECONDS, TimeUnit.SECONDS);
    List<NewTopic> missing =
        allTopics().stream().filter(topic -> !existing.contains(topic.name())).toList();
    for (var creation : admin.createTopics(missing).values().values()) {
      try {
        creation.get(CALL_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof org.apache.kafka.common.errors.TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  private List<NewTopic> allTopics() {
    List<NewTopic> topics = new ArrayList<>();
    Optional<Short> replicas =
        properties.replicationFactor() < 0
            ? Optional.empty()
            : Optional.of(properties.replicationFactor());
    properties
        .topics()
        .forEach(
            (name, topic) -> {
              NewTopic main =
                  new NewTopic(namespace.topic(name), Optional.of(topic.partitions()), replicas);
              if (topic.compacted()) {
                main.configs(
                    Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
              }
              topics.add(main);
              topics.add(new NewTopic(namespace.topic(name) + ".dlt", Optional.of(1), replicas));
            });
    return topics;
  }

  private void askEveryPartition(Admin admin) throws Exception {
    List<String> names = allTopics().stream().map(NewTopic::name).toList();
    Map<String, TopicDescription> found =
        admin.describeTopics(names).allTopicNames().get(CALL_SECONDS, TimeUnit.SECONDS);
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    found.forEach(
        (name, topic) ->
            topic
                .partitions()
                .forEach(
                    p -> ends.put(new TopicPartition(name, p.partition()), OffsetSpec.latest())));
    admin.listOffsets(ends).all().get(CALL_SECONDS, TimeUnit.SECONDS);
  }
}
