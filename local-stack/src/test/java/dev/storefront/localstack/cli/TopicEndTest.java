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
  void what_unicode_has_for_line_ends_and_escapes_is_no_better() {
    ConsumerRecord<String, String> record =
        new ConsumerRecord<>(
            "shortlink-clicks", 3, 14, "7", "a\u0085b\u2028c\u2029d\u009b2Je\u202ef");

    assertThat(TopicEnd.text(record)).endsWith("7 a b c d 2Je f");
  }

  @Test
  void a_tombstone_has_no_value() {
    assertThat(TopicEnd.text(new ConsumerRecord<>("page-views", 3, 14, "7", null)))
        .endsWith("7 (deleted)");
  }
}
