package dev.storefront.flashsale.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LedgerTest extends FlashSaleTest {

  @Autowired private LedgerRoute route;
  @Autowired private LedgerStore ledger;
  @Autowired private UnpaidOrders unpaid;
  @Autowired private JdbcTemplate jdbc;
  @Autowired private TransactionTemplate transaction;
  @Autowired private Namespace namespace;
  @Autowired private ConsumerFactory<String, byte[]> consumers;
  @Autowired private KafkaTemplate<String, byte[]> kafka;
  @Autowired private JsonMapper json;

  @Test
  void an_entry_that_arrives_twice_counts_once() {
    long promotion = onSale(10);
    LedgerEntry entry = entry(Kind.GRAB, freshOrder(), promotion, 17, 3);

    append(entry, entry);
    append(entry);

    await().untilAsserted(() -> assertThat(total(promotion)).isEqualTo(new LedgerTotals(3, 0, 3)));
    append(entry(Kind.GRAB, freshOrder(), promotion, 17, 1));
    await().untilAsserted(() -> assertThat(total(promotion)).isEqualTo(new LedgerTotals(4, 0, 4)));
  }

  @Test
  void a_cancellation_comes_to_nothing_whether_or_not_its_grab_was_written() {
    long promotion = onSale(10);
    String grabbed = freshOrder();
    String never = freshOrder();
    String late = freshOrder();

    append(
        entry(Kind.GRAB, grabbed, promotion, 17, 3),
        entry(Kind.CANCEL, grabbed, promotion, 17, 3),
        entry(Kind.CANCEL, never, promotion, 17, 2),
        entry(Kind.CANCEL, late, promotion, 17, 1),
        entry(Kind.GRAB, late, promotion, 17, 1));

    await().untilAsserted(() -> assertThat(total(promotion)).isEqualTo(new LedgerTotals(6, 6, 0)));
    assertThat(Stream.of(grabbed, never, late).map(this::status)).containsOnly("CANCELLED");
  }

  @Test
  void a_later_attempt_of_an_order_has_entries_of_its_own() {
    long promotion = onSale(10);
    String order = freshOrder();

    append(
        entry(Kind.GRAB, order, promotion, 17, 3),
        entry(Kind.GRAB, order, promotion, 18, 2),
        entry(Kind.PAY, order, promotion, 18, 2),
        entry(Kind.CANCEL, order, promotion, 17, 3));

    await().untilAsserted(() -> assertThat(total(promotion)).isEqualTo(new LedgerTotals(5, 3, 2)));
    await().untilAsserted(() -> assertThat(status(order)).isEqualTo("PAID"));
    assertThat(ledger.itemsOf(order).get(0).quantity()).isEqualTo(2);
  }

  @Test
  void an_attempt_that_a_later_one_has_replaced_comes_to_nothing_whichever_arrives_first() {
    long promotion = onSale(10);
    String inOrder = freshOrder();
    String late = freshOrder();

    append(
        entry(Kind.GRAB, inOrder, promotion, 17, 3),
        entry(Kind.GRAB, inOrder, promotion, 18, 2),
        entry(Kind.GRAB, late, promotion, 18, 2));
    append(entry(Kind.GRAB, late, promotion, 17, 1));

    await().untilAsserted(() -> assertThat(total(promotion)).isEqualTo(new LedgerTotals(8, 4, 4)));
    assertThat(ledger.held(promotion)).isEqualTo(4);
    assertThat(Stream.of(inOrder, late).map(this::status)).containsOnly("GRABBED");
    List<JsonNode> events =
        new Topics(consumers, namespace, json)
            .eventsOf(promotion, found -> cancelled(found).size() >= 2);
    assertThat(cancelled(events))
        .contains(
            LedgerEntry.idOf(Kind.CANCEL, inOrder, promotion, 17),
            LedgerEntry.idOf(Kind.CANCEL, late, promotion, 17));
    assertThat(toldOf(inOrder, events))
        .containsSubsequence(told(inOrder, promotion, "17/GRAB", "17/CANCEL", "18/GRAB"));
    assertThat(toldOf(late, events))
        .containsSubsequence(told(late, promotion, "18/GRAB", "17/GRAB", "17/CANCEL"));
  }

  private static List<String> toldOf(String order, List<JsonNode> events) {
    return events.stream()
        .map(event -> event.path("eventId").asString())
        .filter(id -> id.startsWith(order + "/"))
        .distinct()
        .toList();
  }

  private static List<String> told(String order, long promotion, String... what) {
    return Stream.of(what).map(each -> order + "/" + promotion + "/" + each).toList();
  }

  private static Set<String> cancelled(List<JsonNode> events) {
    return events.stream()
        .filter(event -> event.path("type").asString().equals("CANCELLED"))
        .map(event -> event.path("eventId").asString())
        .collect(Collectors.toSet());
  }

  @Test
  void others_are_told_of_every_grab_payment_and_cancellation_and_of_the_end() {
    long promotion = onSale(10);
    String paid = freshOrder();
    String cancelled = freshOrder();
    for (String order : List.of(paid, cancelled)) {
      tryGrab(order, promotion, 2).expect(201);
    }
    api().post("/api/v1/grabs/" + paid + "/pay", SERVICE, null).expect(200);
    api()
        .post("/api/v1/grabs/" + cancelled + "/cancel", SERVICE, Map.of("reason", "USER"))
        .expect(200);
    api().post("/api/v1/promotions/" + promotion + "/stop", OPERATOR, null).expect(200);

    List<JsonNode> events =
        new Topics(consumers, namespace, json)
            .eventsOf(promotion, found -> withoutPrices(found).size() >= 5);
    events = withoutPrices(events);

    assertThat(
            events.stream()
                .map(e -> e.path("type").asString() + " " + e.path("orderId").asString("")))
        .containsExactlyInAnyOrder(
            "GRABBED " + paid,
            "GRABBED " + cancelled,
            "PAID " + paid,
            "CANCELLED " + cancelled,
            "PROMOTION_ENDED ");
    assertThat(events)
        .allSatisfy(
            e -> {
              assertThat(e.path("eventId").asString()).isNotBlank();
              assertThat(e.path("promotionId").asLong()).isEqualTo(promotion);
              assertThat(e.path("skuId").asLong()).isEqualTo(500_000 + promotion);
              assertThat(e.path("occurredAt").isIntegralNumber()).isTrue();
            });
    assertThat(events.stream().filter(e -> e.hasNonNull("orderId")))
        .allSatisfy(
            e -> {
              assertThat(e.path("pin").asString()).isEqualTo("pat");
              assertThat(e.path("quantity").asInt()).isEqualTo(2);
            });
  }

  @Test
  void what_is_no_entry_becomes_a_dead_letter_and_the_rest_goes_on() {
    long promotion = onSale(10);
    String key = Long.toString(promotion);
    String topic = namespace.topic("flash-sale-ledger");
    String broken = "{\"broken\":\"" + UUID.randomUUID() + "\"}";
    kafka.send(topic, key, broken.getBytes(StandardCharsets.UTF_8)).join();
    append(entry(Kind.GRAB, freshOrder(), promotion, 17, 3));

    await().untilAsserted(() -> assertThat(total(promotion).taken()).isEqualTo(3));
    List<ConsumerRecord<String, byte[]>> letters =
        read("flash-sale-ledger.dlt", record -> text(record).equals(broken), 1);
    assertThat(header(letters.get(0), DeadLetters.REASON))
        .isEqualTo("promotionId is missing, or has a value of a wrong type");
    assertThat(header(letters.get(0), DeadLetters.ORIGIN)).startsWith(topic + "-");
  }

  @Test
  void orders_that_cannot_be_released_keep_none_of_the_others_from_their_time_out() {
    long promotion = onSale(10);
    Instant expiry = clock.instant().plus(Duration.ofDays(300));
    List<String> orders = Stream.generate(FlashSaleTest::freshOrder).limit(5).toList();
    orders.forEach(order -> append(unpaidGrab(order, promotion, expiry)));
    await().untilAsserted(() -> assertThat(total(promotion).taken()).isEqualTo(5));

    // The service's own rounds wait for this transaction.
    transaction.executeWithoutResult(
        status -> {
          for (int round = 0; round < 2; round++) {
            assertThat(roundOf(expiry)).containsOnlyOnceElementsOf(orders);
          }
          assertThat(roundOf(expiry.minusMillis(1))).doesNotContainAnyElementsOf(orders);
          assertThat(unpaid.next(expiry, 1)).as("within a second").isEmpty();
          assertThat(unpaid.oldest(expiry)).as("they are late all the same").isPresent();
          assertThat(unpaid.oldest(Instant.EPOCH)).isEmpty();
        });
  }

  /** Nothing of it is released, and yet every page is another one, whichever instance asks. */
  private List<String> roundOf(Instant until) {
    jdbc.update("UPDATE unpaid_round SET expires_at = 0, order_id = '', ended_at = 0");
    UnpaidOrders ofAnotherInstance = new UnpaidOrders(jdbc);
    List<String> round = new ArrayList<>();
    List<LedgerItem> page = unpaid.next(until, 1);
    for (int n = 1; !page.isEmpty(); n++) {
      page.forEach(item -> round.add(item.orderId()));
      page = (n % 2 == 0 ? unpaid : ofAnotherInstance).next(until, 1);
    }
    return round;
  }

  private static List<JsonNode> withoutPrices(List<JsonNode> events) {
    return events.stream()
        .filter(event -> !event.path("type").asString().equals("PRICE_CHANGED"))
        .toList();
  }

  private List<ConsumerRecord<String, byte[]>> read(
      String topic, Predicate<ConsumerRecord<String, byte[]>> wanted, int count) {
    List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
    try (Consumer<String, byte[]> consumer =
        consumers.createConsumer("test-" + UUID.randomUUID(), "")) {
      consumer.subscribe(List.of(namespace.topic(topic)));
      await()
          .pollInSameThread()
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(200))
                    .forEach(
                        record -> {
                          if (wanted.test(record)) {
                            found.add(record);
                          }
                        });
                return found.size() >= count;
              });
    }
    return found;
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static String text(ConsumerRecord<String, byte[]> record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }

  private void append(LedgerEntry... entries) {
    route.append(List.of(entries)).join();
  }

  private LedgerTotals total(long promotion) {
    return ledger.totalsOf(promotion);
  }

  private String status(String order) {
    return ledger.itemsOf(order).get(0).status();
  }

  private LedgerEntry entry(Kind kind, String order, long promotion, long attempt, int quantity) {
    return new LedgerEntry(
        LedgerEntry.idOf(kind, order, promotion, attempt),
        kind,
        promotion,
        order,
        attempt,
        quantity,
        null,
        null,
        "pat",
        "192.0.2.7",
        null,
        null,
        clock.millis());
  }
}
