package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * Creates the service's topics where they are missing and asks every partition for its end once:
 * producing idempotently into partitions that have no leader yet loses records and stalls. Runs
 * before the listeners start; if Kafka is away it goes on trying in the background.
 *
 * <p>Spring's {@link KafkaAdmin} would add partitions to a topic that has too few; what is there
 * stays as it is, and {@link TopicSettings} says what is wrong with it.
 */
final class TopicProvisioner implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(TopicProvisioner.class);
  private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(15);

  private final TopicPlan plan;
  private final KafkaAdmin kafka;
  private final CountDownLatch firstAttempt = new CountDownLatch(1);
  private final Thread worker = new Thread(this::provisionUntilDone, "topic-provisioner");
  private volatile boolean running;

  TopicProvisioner(TopicPlan plan, KafkaAdmin kafka) {
    this.plan = plan;
    this.kafka = kafka;
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
      firstAttempt.await(FIRST_ATTEMPT.toMillis(), TimeUnit.MILLISECONDS);
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
        firstAttempt.countDown();
        return;
      } catch (RuntimeException e) {
        if (running) {
          log.warn("Topics are not ready yet: {}", Objects.requireNonNullElse(e.getCause(), e));
        }
        if (isTimeOut(e.getCause())) {
          firstAttempt.countDown(); // Kafka is away, and not just starting
        }
      }
      try {
        Thread.sleep(PAUSE.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void provision() {
    Map<String, Object> config = new HashMap<>(kafka.getConfigurationProperties());
    // Together or not at all: Kafka refuses a call's time that is shorter than a request's.
    if (!config.containsKey(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG)
        && !config.containsKey(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG)) {
      config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LONGEST_CALL.toMillis());
      config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) LONGEST_CALL.toMillis() / 3);
    }
    try (Admin admin = Admin.create(config)) {
      createMissing(admin);
      askEveryPartition(admin);
      log.info("Topics are ready: {}", plan.topics().keySet());
    }
  }

  private static boolean isTimeOut(@Nullable Throwable cause) {
    return cause instanceof java.util.concurrent.TimeoutException
        || cause instanceof org.apache.kafka.common.errors.TimeoutException;
  }

  private void createMissing(Admin admin) {
    Set<String> existing = await(admin.listTopics().names());
    List<NewTopic> missing =
        plan.topics().values().stream().filter(topic -> !existing.contains(topic.name())).toList();
    for (KafkaFuture<Void> creation : admin.createTopics(missing).values().values()) {
      try {
        await(creation);
      } catch (BackendUnavailableException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  private void askEveryPartition(Admin admin) {
    List<String> names = plan.topics().values().stream().map(NewTopic::name).toList();
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    await(admin.describeTopics(names).allTopicNames())
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        p ->
                            ends.put(
                                new TopicPartition(name, p.partition()), OffsetSpec.latest())));
    await(admin.listOffsets(ends).all());
  }

  private static <T> T await(KafkaFuture<T> reply) {
    return Replies.await("kafka", reply.toCompletionStage(), LONGEST_CALL);
  }
}
