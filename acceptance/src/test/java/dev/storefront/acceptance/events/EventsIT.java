package dev.storefront.acceptance.events;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Scope;
import dev.storefront.acceptance.suite.Service;
import dev.storefront.acceptance.suite.WithSuite;
import dev.storefront.acceptance.suite.Work;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contract's topics: what services put there, and what they make of what others put there. */
@WithSuite
@Order(2)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventsIT {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final String GARBAGE = "{\"eventId\": ";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final RunningSuite suite;
  private final Broker broker;

  EventsIT(RunningSuite suite) {
    this.suite = suite;
    this.broker = new Broker(suite.kafka());
  }

  @BeforeAll
  void every_service_has_worked() {
    Work work = new Work(suite);
    work.prepare();
    await().atMost(SOON).untilAsserted(work::doAll);
  }

  @AfterAll
  void close() {
    broker.close();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void a_topic_has_the_partitions_of_the_contract(Topic topic) {
    assertThat(broker.partitionsOf(topic.toString())).isEqualTo(topic.partitions());
  }

  @Test
  void the_topic_that_waits_for_its_writer_is_there_too() {
    assertThat(broker.partitionsOf("audience-events")).isEqualTo(16);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"USER_TAG_CHANGES"})
  void every_event_has_the_key_and_the_fields_of_the_contract(Topic topic) {
    List<ConsumerRecord<String, String>> events =
        broker.read(topic.toString()).stream()
            .filter(event -> !GARBAGE.equals(event.value()))
            // What the catalogue took away; no other topic forgets keys.
            .filter(event -> topic != Topic.PRODUCT_CHANGES || event.value() != null)
            .toList();
    assertThat(events).isNotEmpty().allSatisfy(event -> assertFollowsContract(topic, event));
    Map<String, Set<Map<String, JsonNode>>> told =
        events.stream()
            .map(event -> JSON.readTree(event.value()))
            .collect(
                groupingBy(
                    event -> event.path("eventId").asString(""),
                    mapping(event -> told(topic, event), toSet())));
    assertThat(told)
        .as("an event that is told again says the same")
        .allSatisfy((id, tellings) -> assertThat(tellings).as(id).hasSize(1));
    if (topic == Topic.PAGE_VIEWS || topic == Topic.SHORTLINK_CLICKS) {
      assertThat(events).as("told once").hasSameSizeAs(told.entrySet());
    }
  }

  /** When a change was written counts from when it is told. */
  private static Map<String, JsonNode> told(Topic topic, JsonNode event) {
    return topic.fields().stream()
        .filter(field -> !field.equals("writtenAt"))
        .collect(toMap(Function.identity(), event::path));
  }

  private static void assertFollowsContract(Topic topic, ConsumerRecord<String, String> event) {
    JsonNode value = JSON.readTree(event.value());
    assertThat(value.propertyNames()).containsAll(topic.fields());
    assertThat(value.path("eventId").asString("")).isNotBlank();
    assertThat(event.key()).isNotBlank();
    if (!topic.key().isEmpty()) {
      assertThat(event.key()).isEqualTo(value.path(topic.key()).asString(""));
    }
  }

  @Test
  void a_page_view_of_another_application_shows_in_the_history() throws Exception {
    view("alice", 880_001);
    awaitHistory("/items/0/skuId", "880001");
  }

  @Test
  void facts_of_the_catalogue_show_in_the_history() throws Exception {
    broker.send(
        Topic.PRODUCT_CHANGES,
        "880002",
        """
        {"eventId": "%s", "skuId": 880002, "kind": "POP", "spuId": 8800, "mainSkuId": null,
         "vendorId": 5, "name": "Wiper blades", "imageUrl": "https://shop.example/w.png",
         "version": %d, "deleted": false}\
        """
            .formatted(UUID.randomUUID(), System.currentTimeMillis()));
    view("alice", 880_002);
    awaitHistory("/items/0/name", "Wiper blades");
  }

  @Test
  void a_record_that_is_no_event_goes_to_the_dead_letters_and_the_rest_goes_on() throws Exception {
    broker.send(Topic.PAGE_VIEWS, "alice", GARBAGE);
    view("alice", 880_003);
    awaitHistory("/items/0/skuId", "880003");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(broker.read(Topic.PAGE_VIEWS.deadLetters()))
                    .anySatisfy(
                        record -> {
                          assertThat(record.value()).isEqualTo(GARBAGE);
                          assertThat(record.headers()).isNotEmpty();
                        }));
  }

  @Test
  void a_tag_change_of_another_application_tags_the_user() throws Exception {
    broker.send(
        Topic.USER_TAG_CHANGES,
        "bob",
        """
        {"eventId": "%s", "userId": "bob", "tag": "acceptance", "present": true, "changedAt": %d}\
        """
            .formatted(UUID.randomUUID(), System.currentTimeMillis()));
    Call tagged = Call.of("GET", "/api/v1/users/bob/tags/acceptance");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(suite.send(Service.USER_TAG, Scope.SERVICE, tagged).text("/tagged"))
                    .isEqualTo("true"));
  }

  private void view(String user, long sku) throws Exception {
    broker.send(
        Topic.PAGE_VIEWS,
        user,
        "{\"eventId\": \"%s\", \"userId\": \"%s\", \"skuId\": %d, \"viewedAt\": %d}"
            .formatted(UUID.randomUUID(), user, sku, System.currentTimeMillis()));
  }

  private void awaitHistory(String pointer, String value) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              Reply history =
                  suite.send(
                      Service.BROWSE_HISTORY,
                      Scope.USER,
                      Call.of("GET", "/api/v1/history?limit=1"));
              assertThat(history.text(pointer)).as("%s", history).isEqualTo(value);
            });
  }
}
