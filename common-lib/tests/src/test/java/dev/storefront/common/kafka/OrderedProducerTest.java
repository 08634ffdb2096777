package dev.storefront.common.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.health.BackendUnavailableException;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

class OrderedProducerTest {

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
}
