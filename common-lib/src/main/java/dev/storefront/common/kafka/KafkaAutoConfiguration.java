package dev.storefront.common.kafka;

import dev.storefront.common.health.BoundedHealthIndicator;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import jakarta.validation.Validator;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;
import tools.jackson.databind.json.JsonMapper;

@AutoConfiguration(
    after = org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration.class)
@ConditionalOnClass({
  KafkaTemplate.class,
  org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration.class
})
@EnableConfigurationProperties(TopicProperties.class)
class KafkaAutoConfiguration {

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  @Bean
  EventJson eventJson(JsonMapper json, Validator validator) {
    return new EventJson(json, validator);
  }

  @Bean
  EventTraces eventTraces(ObjectProvider<Tracer> tracer, ObjectProvider<Propagator> propagator) {
    return new EventTraces(
        tracer.getIfAvailable(() -> Tracer.NOOP), propagator.getIfAvailable(() -> Propagator.NOOP));
  }

  @Bean
  OrderedProducer orderedProducer(KafkaTemplate<String, byte[]> kafka) {
    return new OrderedProducer(kafka.getProducerFactory());
  }

  @Bean
  EventPublisher eventPublisher(
      KafkaTemplate<String, byte[]> kafka,
      OrderedProducer ordered,
      EventJson json,
      Namespace namespace,
      EventTraces traces) {
    return new EventPublisher(kafka, ordered, json, namespace, traces);
  }

  @Bean
  TopicReader topicReader(ConsumerFactory<?, ?> consumers, Namespace namespace) {
    return new TopicReader(consumers, namespace);
  }

  @Bean
  DeadLetters deadLetters(KafkaTemplate<String, byte[]> kafka, MeterRegistry meters) {
    return new DeadLetters(kafka, meters);
  }

  @Bean
  EventBatches eventBatches(DeadLetters deadLetters, EventTraces traces, MeterRegistry meters) {
    return new EventBatches(deadLetters, traces, meters);
  }

  @Bean
  TopicPlan topicPlan(TopicProperties properties, Namespace namespace) {
    return new TopicPlan(properties, namespace);
  }

  @Bean
  TopicProvisioner topicProvisioner(TopicPlan plan, KafkaAdmin kafka) {
    kafka.setAutoCreate(false);
    return new TopicProvisioner(plan, kafka);
  }

  @Bean
  ServerSettings topicSettings(TopicPlan plan, ObjectProvider<Admin> healthAdmin) {
    return new TopicSettings(plan, healthAdmin::getObject);
  }

  /**
   * A record whose content is at fault is buried at once. Anything else is tried again, with
   * growing pauses, until it works: a backing server that is away must not turn events into dead
   * letters. Batch listeners get the first part from {@link EventBatches}.
   */
  @Bean
  CommonErrorHandler errorHandler(DeadLetters deadLetters) {
    ExponentialBackOff patient = new ExponentialBackOff(200, 2);
    patient.setMaxInterval(LONGEST_PAUSE.toMillis());
    DefaultErrorHandler handler = new DefaultErrorHandler(deadLetters, patient);
    handler.setBackOffFunction(
        (record, error) -> EventBatches.isOfTheRecord(error) ? new FixedBackOff(0, 0) : patient);
    handler.setCommitRecovered(true);
    // Spring's own view of what is not worth another try: EventBatches decides on that.
    handler.removeClassification(ClassCastException.class);
    return handler;
  }

  @Bean(destroyMethod = "close")
  @Lazy
  Admin healthAdmin(KafkaAdmin kafka) {
    Map<String, Object> config = new HashMap<>(kafka.getConfigurationProperties());
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 1_000);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 900);
    config.put(AdminClientConfig.RETRIES_CONFIG, 0);
    return Admin.create(config);
  }

  @Bean
  HealthIndicator kafkaHealthIndicator(@Lazy Admin healthAdmin) {
    return BoundedHealthIndicator.upIf(
        () -> {
          CompletableFuture<Object> probe = new CompletableFuture<>();
          healthAdmin
              .describeCluster()
              .nodes()
              .whenComplete(
                  (nodes, error) -> {
                    if (error != null) {
                      probe.completeExceptionally(error);
                    } else {
                      probe.complete(nodes);
                    }
                  });
          return probe;
        });
  }
}
