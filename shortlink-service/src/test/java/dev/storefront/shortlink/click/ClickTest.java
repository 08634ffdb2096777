package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.storefront.shortlink.ShortLinkTest;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class ClickTest extends ShortLinkTest {

  @Autowired ClickListener listener;
  @Autowired ClickCounts counts;
  @Autowired Visitors visitors;

  @Test
  void every_get_counts_and_no_head_does() {
    String code = link("https://example.com/");
    for (int n = 0; n < 5; n++) {
      send("GET", "/" + code, null, null, "Referer", "https://example.com/" + "x".repeat(2000));
    }
    send("HEAD", "/" + code, null, null);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(stats(code).number("/clicks")).isEqualTo(5));
    assertThat(Instant.parse(stats(code).text("/lastClickedAt"))).isBefore(Instant.now());
    assertThat(stats(code).number("/generation")).isEqualTo(1);
  }

  @Test
  void a_link_without_clicks_has_none() {
    Reply stats = stats(link("https://example.com/"));
    assertThat(stats.status()).isEqualTo(200);
    assertThat(stats.number("/clicks")).isZero();
    assertThat(stats.body().get("lastClickedAt").isNull()).isTrue();
    assertThat(stats("zzzzzz").code()).isEqualTo("unknown-code");
  }

  @Test
  void a_record_that_is_delivered_twice_counts_once() {
    String topic = "replayed-" + unique();
    String code = unique().substring(0, 8);
    List<ConsumerRecord<String, byte[]>> first = List.of(record(topic, 0, code, 1));
    List<ConsumerRecord<String, byte[]>> more =
        List.of(record(topic, 0, code, 1), record(topic, 1, code, 1), record(topic, 2, code, 2));
    listener.count(first);
    listener.count(first);
    listener.count(more);
    listener.count(more);
    assertThat(counts.of(code))
        .extracting(ClickCounts.Clicked::generation, ClickCounts.Clicked::clicks)
        .containsExactly(tuple(1, 2L), tuple(2, 1L));
  }

  @Test
  void visitors_are_told_apart_without_their_address() {
    String name = visitors.nameOf("203.0.113.7", "browser");
    assertThat(name).matches("[0-9a-f]{16}").isEqualTo(visitors.nameOf("203.0.113.7", "browser"));
    assertThat(visitors.nameOf("203.0.113.8", "browser")).isNotEqualTo(name);
    assertThat(visitors.nameOf("203.0.113.7", null)).isNotEqualTo(name);
  }

  private Reply stats(String code) {
    return send("GET", "/api/v1/links/" + code + "/stats", operator(), null);
  }

  private ConsumerRecord<String, byte[]> record(
      String topic, long offset, String code, int generation) {
    ClickEvent event = new ClickEvent(unique(), code, generation, 1_000 + offset, null, null, null);
    return new ConsumerRecord<>(topic, 0, offset, code, json.writeValueAsBytes(event));
  }
}
