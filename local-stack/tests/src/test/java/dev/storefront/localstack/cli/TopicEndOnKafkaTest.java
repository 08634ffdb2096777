package dev.storefront.localstack.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.TestBackends;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class TopicEndOnKafkaTest {

  private final String address = TestBackends.shared().kafkaBootstrapServers();

  /** Each transaction ends with a mark that takes an offset and is no record, like a hole. */
  @Test
  void as_many_records_as_asked_for_are_found_across_holes() throws Exception {
    String topic = "holes-" + ProcessHandle.current().pid();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
    }
    try (Producer<String, String> producer = producer(topic)) {
      producer.initTransactions();
      for (int i = 0; i < 30; i++) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, i % 3 == 0 ? 1 : 0, "k", "v" + i));
        producer.commitTransaction();
      }
    }

    List<ConsumerRecord<String, String>> last = new TopicEnd(address).read(topic, 12);

    assertThat(last)
        .extracting(ConsumerRecord::value)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(18, 30).mapToObj(i -> "v" + i).toList());
    assertThat(new TopicEnd(address).read(topic, 1000)).hasSize(30);
  }

  private Producer<String, String> producer(String id) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            address,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            id,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            StringSerializer.class,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            StringSerializer.class));
  }
}
