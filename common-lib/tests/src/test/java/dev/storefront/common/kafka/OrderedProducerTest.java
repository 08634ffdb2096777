package dev.storefront.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.localstack.testing.TestBackends;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

class OrderedProducerTest {

  private static final int HOUR = 3_600_000;

  @Test
  void without_servers_that_can_be_found_kafka_is_unavailable_each_time() {
    try (OrderedProducer producer =
        new OrderedProducer(
            new DefaultKafkaProducerFactory<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere.invalid:9092"),
                new StringSerializer(),
                new ByteArraySerializer()))) {
      for (int call = 0; call < 2; call++) {
        assertThatThrownBy(() -> producer.use(made -> {}))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessage("kafka is unavailable");
      }
    }
  }

  @Test
  void a_call_that_fails_discards_nothing_that_another_sends() throws Exception {
    String servers = TestBackends.shared().kafkaBootstrapServers();
    String topic = "ordered-" + UUID.randomUUID();
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) servers))) {
      admin
          .createTopics(List.of(new NewTopic(topic, 1, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
    Map<String, Object> unhurried =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ProducerConfig.LINGER_MS_CONFIG,
            HOUR);
    AtomicReference<Future<RecordMetadata>> sent = new AtomicReference<>();
    try (OrderedProducer producer =
        new OrderedProducer(
            new DefaultKafkaProducerFactory<>(
                unhurried, new StringSerializer(), new ByteArraySerializer()))) {
      producer.use(
          mine -> {
            sent.set(mine.send(new ProducerRecord<>(topic, "key", new byte[] {1})));
            assertThatThrownBy(() -> producer.use(other -> fail("too slow")))
                .hasMessage("too slow");
            mine.flush();
          });
      assertThat(sent.get().get(30, TimeUnit.SECONDS).offset()).isZero();
    }
  }
}
