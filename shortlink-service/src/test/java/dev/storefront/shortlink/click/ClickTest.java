package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.node.ObjectNode;

class ClickTest extends ShortLinkTest {

  @Autowired ClickListener listener;
  @Autowired ClickCounts counts;
  @Autowired Clicks clicks;
  @Autowired EventJson events;
  @Autowired JdbcClient jdbc;
  @Autowired KafkaAdmin admin;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired ConsumerFactory<String, byte[]> consumers;

  @Test
  void every_get_counts_and_no_head_does() {
    String code = link("https://example.com/");
    for (int n = 0; n < 5; n++) {
      send("GET", "/" + code, null, null, "Referer", "https://example.com/" + "x".repeat(2000));
    }
    send("HEAD", "/" + code, null, null);
    awaitClicks(code, 5);
    assertThat(Instant.parse(stats(code).text("/lastClickedAt"))).isBefore(Instant.now());
    assertThat(stats(code).number("/generation")).isEqualTo(1);
  }

  @Test
  void a_link_without_clicks_has_none() {
    Reply stats = stats(link("https://example.com/"));
    assertThat(stats.status()).isEqualTo(200);
    assertThat(stats.number("/clicks")).isZero();
    assertThat(stats.json().get("lastClickedAt").isNull()).isTrue();
    assertThat(stats("zzzzzz").code()).isEqualTo("unknown-code");
  }

  @Test
  void visits_are_told_by_day_referrer_device_and_system_and_bots_apart() {
    String code = link("https://example.com/");
    String iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148";
    visit(code, iphone, "https://News.example/a?b", "198.51.100.1");
    visit(code, iphone, "https://news.example/c", "198.51.100.1");
    visit(code, "Mozilla/5.0 (Windows NT 10.0)", "", "198.51.100.2");
    visit(code, "Mozilla/5.0 (compatible; Googlebot/2.1)", "https://news.example/", "198.51.100.3");
    awaitClicks(code, 4);
    Reply stats = stats(code);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    assertThat(stats.number("/visits")).isEqualTo(3);
    assertThat(stats.number("/bots")).isEqualTo(1);
    assertThat(stats.number("/uniqueVisitors")).isEqualTo(2);
    assertThat(stats.at("/byDay").valueStream().mapToLong(day -> day.at("/visits").asLong()).sum())
        .isEqualTo(3);
    assertThat(stats.text("/byReferrer/0/host")).isEqualTo("news.example");
    assertThat(stats.number("/byReferrer/0/visits")).isEqualTo(2);
    assertThat(stats.at("/byReferrer/1/host").isNull()).isTrue();
    assertThat(stats.text("/byDevice/0/device")).isEqualTo("mobile");
    assertThat(stats.text("/byOs/0/os")).isEqualTo("ios");
    assertThat(stats.number("/byOs/1/visits")).isEqualTo(1);

    String path = "/api/v1/links/" + code + "/stats";
    for (String past : List.of("?to=" + today.minusDays(2), "?from=" + today.plusDays(2))) {
      Reply none = send("GET", path + past, operator(), null).isOk();
      assertThat(none.number("/visits")).as(past).isZero();
      assertThat(none.number("/uniqueVisitors")).as(past).isZero();
      assertThat(none.number("/bots")).as(past).isZero();
      assertThat(none.at("/byDay")).as(past).isEmpty();
    }
    String around =
        "?from=%s&to=%s".formatted(today.minusDays(1), Instant.now().plusSeconds(86_400));
    assertThat(send("GET", path + around, operator(), null).number("/visits")).isEqualTo(3);
    for (String all : List.of("?from=&to=", "?from=-999999999-01-01&to=%2B999999999-12-31")) {
      Reply everything = send("GET", path + all, operator(), null).isOk();
      assertThat(everything.number("/visits")).as(all).isEqualTo(3);
    }
    for (String far : List.of("?to=-999999999-01-01", "?from=%2B999999999-12-31")) {
      assertThat(send("GET", path + far, operator(), null).isOk().number("/visits")).isZero();
    }
    send("GET", path + "?from=yesterday", operator(), null).isInvalid("from");
    send("GET", path + "?from=2026-02-02&to=2026-02-01", operator(), null).isInvalid("to");
    String midnight = today + "T00:00:00Z";
    send("GET", path + "?from=%s&to=%s".formatted(midnight, midnight), operator(), null)
        .isInvalid("to");
    assertThat(send("GET", path + "?to=" + midnight, operator(), null).isOk().at("/byDay"))
        .as("a `to` at midnight ends with the day before")
        .isEmpty();
  }

  @Test
  void a_day_that_is_kept_no_longer_is_forgotten() {
    String code = unique().substring(0, 8);
    for (String day : List.of("2001-02-03", LocalDate.now(ZoneOffset.UTC).toString())) {
      jdbc.sql("INSERT INTO click_days VALUES (?, 1, ?, FALSE, 'other', 'other', '', 5, 1)")
          .params(code, day)
          .update();
    }
    counts.forget();
    assertThat(counts.of(code)).extracting(ClickCounts.Clicked::clicks).containsExactly(5L);
  }

  @Test
  void whoever_forges_hosts_makes_no_rows_without_end() {
    String code = unique().substring(0, 8);
    TopicPartition partition = new TopicPartition("forged-" + unique(), 0);
    Instant now = Instant.now();
    counts.add(partition, 0, 1, from(code, now, List.of("https://news.example/a")));
    counts.add(partition, 1, 300, from(code, now, forged("a")));
    counts.add(partition, 300, 600, from(code, now, forged("b")));
    counts.add(partition, 600, 601, from(code, now, List.of("https://news.example/b")));
    assertThat(
            jdbc.sql("SELECT COUNT(*) FROM click_days WHERE code = ?")
                .param(code)
                .query(Integer.class)
                .single())
        .isEqualTo(101);
    LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
    assertThat(counts.byReferrer(new ClickCounts.Range(code, 1, day, day)))
        .contains(new ClickCounts.Sum("news.example", 2), new ClickCounts.Sum("other", 499));
    assertThat(counts.of(code)).extracting(ClickCounts.Clicked::clicks).containsExactly(600L);
  }

  private static List<String> forged(String prefix) {
    return IntStream.range(0, 299).mapToObj(i -> "https://" + prefix + i + ".example/").toList();
  }

  private static ClickTally from(String code, Instant at, List<String> referrers) {
    ClickTally tally = new ClickTally(new LatestClicks());
    long time = at.toEpochMilli();
    referrers.forEach(
        referrer -> tally.add(new ClickEvent(unique(), code, 1, time, referrer, "it", null)));
    return tally;
  }

  private void visit(String code, String userAgent, String referrer, String address) {
    String[] headers = {"User-Agent", userAgent, "X-Forwarded-For", address, "Referer", referrer};
    send("GET", "/" + code, null, null, headers).expect(302);
  }

  @Test
  void a_record_that_is_delivered_twice_counts_once() throws Exception {
    String topic = "replayed-" + unique();
    String code = unique().substring(0, 8);
    admin.createOrModifyTopics(new NewTopic(topic, 1, (short) 1));
    for (int n = 0; n < 3; n++) {
      // The topic is new: its leader may not be known yet.
      await()
          .atMost(SOON)
          .ignoreExceptions()
          .until(() -> kafka.send(topic, new byte[0]).get(10, TimeUnit.SECONDS) != null);
    }
    List<ConsumerRecord<String, byte[]>> first = List.of(record(topic, 0, code, 1));
    List<ConsumerRecord<String, byte[]>> more =
        List.of(record(topic, 0, code, 1), record(topic, 1, code, 1), record(topic, 2, code, 2));
    try (Consumer<String, byte[]> consumer = consumers.createConsumer("replays", "")) {
      listener.count(first, consumer);
      listener.count(first, consumer);
      listener.count(more, consumer);
      listener.count(more, consumer);
    }
    assertThat(counts.of(code))
        .extracting(ClickCounts.Clicked::generation, ClickCounts.Clicked::clicks)
        .containsExactly(tuple(1, 2L), tuple(2, 1L));
  }

  /** As whoever sends an event does that does not know whether it arrived. */
  @Test
  void a_click_that_is_sent_twice_counts_once() {
    String code = link("https://example.com/");
    ObjectNode click = (ObjectNode) json.readTree(event("code", code));
    click.put("clickedAt", Instant.now().toEpochMilli());
    byte[] first = json.writeValueAsBytes(click);
    byte[] second = json.writeValueAsBytes(click.put("eventId", unique()));
    String topic = namespace.topic(Clicks.TOPIC);
    kafka.send(topic, code, first);
    awaitClicks(code, 1);
    for (byte[] each : List.of(first, second, first, second, second)) {
      kafka.send(topic, code, each);
    }
    get("/" + code);
    awaitClicks(code, 3);
    assertThat(stats(code).number("/visits")).isEqualTo(3);
  }

  @Test
  void clicks_count_again_after_kafka_lost_its_data_and_the_database_did_not() {
    String code = link("https://example.com/");
    get("/" + code);
    awaitClicks(code, 1);
    jdbc.sql("UPDATE click_progress SET next_offset = 1000000 WHERE topic = ?")
        .param(namespace.topic(Clicks.TOPIC))
        .update();
    get("/" + code);
    awaitClicks(code, 2);
    get("/" + code);
    awaitClicks(code, 3);
  }

  @Test
  void a_click_that_cannot_be_counted_does_not_keep_others_from_it() {
    String code = link("https://example.com/");
    kafka.send(namespace.topic(Clicks.TOPIC), code, event("code", "é"));
    get("/" + code);
    awaitClicks(code, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "code, é",
    "code, ab",
    "code, 'a b'",
    "eventId, ''",
    "generation, 0",
    "generation, 2147483648",
    "clickedAt, -1",
    "clickedAt, 9223372036854775807"
  })
  void what_the_database_could_not_keep_is_malformed(String field, String value) {
    assertThatThrownBy(() -> events.read(event(field, value), ClickEvent.class))
        .isInstanceOf(MalformedEventException.class);
  }

  @Test
  void a_text_without_end_is_malformed() {
    for (String field : List.of("eventId", "code", "referrer", "userAgent", "client")) {
      assertThatThrownBy(() -> events.read(event(field, "x".repeat(40_000)), ClickEvent.class))
          .as(field)
          .isInstanceOf(MalformedEventException.class);
    }
  }

  @Test
  void visitors_are_told_apart_without_their_address() {
    String name = clicks.visitorOf("203.0.113.7", "browser");
    assertThat(name).matches("[0-9a-f]{16}").isEqualTo(clicks.visitorOf("203.0.113.7", "browser"));
    assertThat(clicks.visitorOf("203.0.113.8", "browser")).isNotEqualTo(name);
    assertThat(clicks.visitorOf("203.0.113.7", null)).isNotEqualTo(name);
  }

  @Test
  void behind_a_trusted_proxy_visitors_are_told_apart_by_what_the_proxy_says() {
    String code = link("https://example.com/");
    List<String> clients = new ArrayList<>();
    try (Consumer<String, byte[]> consumer = consumers.createConsumer("visitors", "")) {
      String topic = namespace.topic(Clicks.TOPIC);
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      partitions.forEach(consumer::position);
      for (String address : List.of("198.51.100.1", "198.51.100.2")) {
        send("GET", "/" + code, null, null, "User-Agent", "it", "X-Forwarded-For", address);
      }
      await()
          .atMost(SOON)
          .until(
              () -> {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                  ClickEvent click = events.read(record.value(), ClickEvent.class);
                  if (click.code().equals(code)) {
                    clients.add(String.valueOf(click.client()));
                  }
                }
                return clients.size() == 2;
              });
    }
    assertThat(clients)
        .containsExactlyInAnyOrder(
            clicks.visitorOf("198.51.100.1", "it"), clicks.visitorOf("198.51.100.2", "it"));
  }

  private void awaitClicks(String code, int clicks) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(stats(code).number("/clicks")).isEqualTo(clicks));
  }

  /** A click as it comes, but for one field. */
  private byte[] event(String field, String value) {
    ClickEvent good = new ClickEvent(unique(), "abc-def", 1, 1, null, null, null);
    ObjectNode event = (ObjectNode) json.readTree(json.writeValueAsBytes(good));
    return json.writeValueAsBytes(event.put(field, value));
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
