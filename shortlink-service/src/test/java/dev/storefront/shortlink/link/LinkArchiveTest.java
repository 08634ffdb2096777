package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.node.ObjectNode;

class LinkArchiveTest extends ShortLinkTest {

  private static final Instant NOW = Instant.ofEpochMilli(Instant.now().toEpochMilli());

  private static final LinkOptions OPTIONS =
      new LinkOptions(
          NOW,
          7,
          List.of("spring|sale", "größe"),
          "{hash}",
          new LinkOptions.Utm("sms", null, "a&b", null, null),
          true,
          new LinkOptions.Devices("https://example.com/ios", null, null));

  @Autowired LinkArchive archive;
  @Autowired HBaseClient hbase;
  @Autowired TierProperties tiers;
  @Autowired LinkIndex index;
  @Autowired LinkRepair repair;
  @Autowired JdbcClient jdbc;
  @Autowired EventJson events;
  @Autowired CodeBook codes;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired ConsumerFactory<String, byte[]> consumers;

  @Test
  void a_late_write_never_covers_a_newer_version() {
    Address address = new Address.Slug("late-" + unique());
    StoredLink old = link(1, "https://example.com/old");
    StoredLink changed =
        old.changed(new LinkTerms("https://example.com/new", null, LinkOptions.NONE), NOW);
    store(address, changed);
    store(address, old);
    assertThat(find(address, 1)).contains(changed);
  }

  @Test
  void a_link_is_kept_for_ten_years_from_its_end_its_begin_or_its_last_change() {
    Instant changed = NOW.minus(Duration.ofDays(4_000));
    Instant far = Instant.parse("9999-12-31T23:59:59.999Z");
    StoredLink changedNow = old(terms(null, null), NOW);
    StoredLink gone = old(terms(null, null), changed);
    StoredLink ended = old(terms(null, NOW.minus(Duration.ofDays(3_600))), changed);
    StoredLink ends = old(terms(null, far), changed);
    StoredLink begins = old(terms(far, null), changed);
    for (StoredLink kept : List.of(changedNow, ended, ends, begins)) {
      Address address = new Address.Slug("kept-" + unique().substring(0, 8));
      store(address, kept);
      assertThat(find(address, 1)).contains(kept);
    }
    Address address = new Address.Slug("kept-" + unique().substring(0, 8));
    store(address, gone);
    assertThat(find(address, 1)).isEmpty();
  }

  @Test
  void links_of_each_kind_are_kept_for_as_long_as_is_set() {
    Duration most = Duration.ofDays(3_650);
    ColdProperties settings =
        new ColdProperties(
            Duration.ofSeconds(1),
            1,
            new ColdProperties.Kept(Duration.ofDays(40), most, most, most));
    LinkArchive other = new LinkArchive(hbase, new ColdTimes(settings, tiers));
    StoredLink changedLongAgo = old(terms(null, null), NOW.minus(Duration.ofDays(41)));
    StoredLink changedLately = old(terms(null, null), NOW.minus(Duration.ofDays(39)));
    Address five = codes.addressOf(Tier.FIVE, Tier.FIVE.size() - 1);
    Address six = codes.addressOf(Tier.SIX, Tier.SIX.size() - 1);
    for (Address each : List.of(five, six)) {
      store(other, each, changedLongAgo);
    }
    assertThat(find(five, 1)).isEmpty();
    assertThat(find(six, 1)).contains(changedLongAgo);
    store(other, five, changedLately);
    assertThat(find(five, 1)).contains(changedLately);
  }

  private static LinkTerms terms(@Nullable Instant from, @Nullable Instant end) {
    LinkOptions options = new LinkOptions(from, null, List.of(), null, null, null, null);
    return new LinkTerms("https://example.com/", end, options);
  }

  private static StoredLink old(LinkTerms terms, Instant changed) {
    return new StoredLink(
        1,
        changed.toEpochMilli(),
        terms.expiresAt(),
        false,
        changed,
        "app",
        terms.url(),
        terms.options());
  }

  @Test
  void each_generation_of_a_code_has_its_own_link() {
    Address address = new Address.Slug("generations-" + unique());
    StoredLink second = link(2, "https://example.com/second");
    store(address, second);
    StoredLink first = link(1, "https://example.com/first").asDeleted(NOW.plusSeconds(60));
    store(address, first);
    assertThat(find(address, 2)).contains(second);
    assertThat(find(address, 1)).contains(first);
    assertThat(find(address, 3)).isEmpty();
    assertThat(archive.history(address.code())).containsExactly(first, second);
  }

  @Test
  void a_link_that_was_made_before_there_were_lists_is_put_into_its_lists() {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.sql("SELECT state FROM run WHERE kind = 'link-listing'")
                            .query(String.class)
                            .list())
                    .as("what the migration ordered, which lists these as well if it is late")
                    .containsExactly("DONE"));
    Address address = new Address.Slug("early-" + unique().substring(0, 8));
    Address deleted = new Address.Slug("early-" + unique().substring(0, 8));
    store(address, link(1, "https://example.com/early"));
    store(deleted, link(1, "https://example.com/early").asDeleted(NOW.plusSeconds(60)));
    assertThat(listed()).doesNotContain(address.code());

    for (Address each : List.of(address, deleted)) {
      String row = new String(LinkArchive.rowKey(each.code()), StandardCharsets.UTF_8);
      int step = Integer.parseInt(row.substring(0, 2), 16);
      await().atMost(SOON).ignoreExceptions().until(() -> isDone(() -> repair.list(step)));
    }
    assertThat(listed()).contains(address.code()).doesNotContain(deleted.code());
  }

  private List<String> listed() {
    String owner = "an app, of|ours";
    return index.page(LinkIndex.listOf(owner, null), null, 500).stream()
        .map(LinkIndex.Entry::code)
        .toList();
  }

  private static boolean isDone(Runnable work) {
    work.run();
    return true;
  }

  @Test
  void a_record_that_is_no_change_of_a_link_is_put_aside_and_the_rest_goes_on() {
    String topic = namespace.topic("shortlink-mappings");
    String rubbish = "rubbish-" + UUID.randomUUID();
    Address address = new Address.Slug("after-" + unique().substring(0, 8));
    StoredLink link = link(1, "https://example.com/");
    kafka.send(topic, 3, "key", rubbish.getBytes(StandardCharsets.UTF_8));
    MappingEvent event = MappingEvent.of(MappingEvent.Type.WRITTEN, address, link);
    kafka.send(topic, 3, "key", json.writeValueAsBytes(event));
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(find(address, 1)).contains(link));
    assertThat(deadLetters(topic + ".dlt")).anyMatch(value -> value.equals(rubbish));
  }

  @ParameterizedTest
  @CsvSource({
    "code, é",
    "code, ab",
    "segment, 8:1",
    "eventId, ''",
    "type, LOST",
    "generation, 0",
    "version, 9223372036854775807",
    "url, https://example.com/ü",
    "url, ''",
    "expiresAt, 0",
    "createdAt, -1"
  })
  void what_cold_storage_could_not_keep_is_malformed(String field, String value) {
    assertThatThrownBy(() -> read(field, value)).isInstanceOf(MalformedEventException.class);
  }

  @Test
  void a_text_without_end_is_malformed() {
    for (String field : List.of("eventId", "code", "segment", "url", "createdBy")) {
      assertThatThrownBy(() -> read(field, "x".repeat(40_000)))
          .as(field)
          .isInstanceOf(MalformedEventException.class);
    }
  }

  @Test
  void the_longest_link_there_is_can_be_told() {
    String url = "https://example.com/" + "x".repeat(TargetUrl.LONGEST - 20);
    Address address = new Address.Slug("s".repeat(32));
    StoredLink link = link(Integer.MAX_VALUE, url);
    MappingEvent event = MappingEvent.of(MappingEvent.Type.WRITTEN, address, link);
    assertThat(events.read(events.write(event), MappingEvent.class)).isEqualTo(event);
    Address.Numbered last = codes.addressOf(Tier.SEVEN, Tier.SEVEN.size());
    MappingEvent numbered = MappingEvent.of(MappingEvent.Type.REMOVED, last, link);
    assertThat(events.read(events.write(numbered), MappingEvent.class)).isEqualTo(numbered);
  }

  private Optional<StoredLink> find(Address address, int generation) {
    Map<String, Integer> wanted = Map.of(address.code(), generation);
    return Optional.ofNullable(archive.findAll(wanted).get(address.code()));
  }

  private MappingEvent read(String field, String value) {
    MappingEvent good =
        MappingEvent.of(
            MappingEvent.Type.WRITTEN, new Address.Slug("a-slug"), link(1, "https://example.com/"));
    ObjectNode event = (ObjectNode) json.readTree(events.write(good));
    return events.read(json.writeValueAsBytes(event.put(field, value)), MappingEvent.class);
  }

  private List<String> deadLetters(String topic) {
    try (Consumer<String, byte[]> consumer =
        consumers.createConsumer("dead-letters-" + unique(), "")) {
      consumer.subscribe(List.of(topic));
      return await()
          .atMost(SOON)
          .until(
              () -> {
                List<String> values = new ArrayList<>();
                for (ConsumerRecord<String, byte[]> letter :
                    consumer.poll(Duration.ofMillis(500))) {
                  values.add(new String(letter.value(), StandardCharsets.UTF_8));
                }
                return values;
              },
              values -> !values.isEmpty());
    }
  }

  private void store(Address address, StoredLink link) {
    store(archive, address, link);
  }

  private static void store(LinkArchive archive, Address address, StoredLink link) {
    MappingEvent.Type type = link.deleted() ? MappingEvent.Type.REMOVED : MappingEvent.Type.CHANGED;
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(
            () -> {
              archive.store(List.of(MappingEvent.of(type, address, link)));
              return true;
            });
  }

  private static StoredLink link(int generation, String url) {
    return new StoredLink(
        generation,
        NOW.toEpochMilli(),
        NOW.plusSeconds(600),
        false,
        NOW,
        "an app, of|ours",
        url,
        OPTIONS);
  }
}
