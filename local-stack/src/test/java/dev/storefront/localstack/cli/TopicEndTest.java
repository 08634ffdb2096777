package dev.storefront.localstack.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class TopicEndTest {

  @Test
  void a_record_is_one_line_that_moves_no_cursor() {
    ConsumerRecord<String, String> record =
        new ConsumerRecord<>("page-views", 3, 14, "7", "{\r\n\t\"skuId\": 7\u001b[2J}\n");

    assertThat(TopicEnd.text(record)).endsWith("3:14 7 { \"skuId\": 7 [2J} ");
  }

  @Test
  void a_tombstone_has_no_value() {
    assertThat(TopicEnd.text(new ConsumerRecord<>("page-views", 3, 14, "7", null)))
        .endsWith("7 (deleted)");
  }
}
