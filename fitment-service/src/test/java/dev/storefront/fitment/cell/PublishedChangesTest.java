package dev.storefront.fitment.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.SkuKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ConsumerFactory;

/**
 * What the other cells are told. Vehicle ids 8300000-8399999 and SKUs 8300000-8399999 are this
 * class's.
 */
@FitmentServiceTest
class PublishedChangesTest {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final int VEHICLE = 8_300_000;

  @LocalServerPort int port;
  @Autowired ConsumerFactory<String, byte[]> consumers;
  @Autowired EventPublisher events;
  @Autowired EventJson json;
  @Autowired Namespace namespace;
  @Autowired JdbcClient db;
  final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
  Consumer<String, byte[]> consumer;
  FitmentApi api;

  @BeforeEach
  void listen() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 5);
    consumer = consumers.createConsumer("published-" + UUID.randomUUID(), null);
    consumer.subscribe(List.of(namespace.topic(FitmentChange.TOPIC)));
  }

  @AfterEach
  void close() {
    consumer.close();
  }

  @Test
  void every_change_of_a_shelf_is_told_in_its_order() {
    long before = now();
    api.putSelf(8_300_001, 8_300_100, VEHICLE).isOk();
    published(8_300_100, 1);
    api.patch(8_300_001, List.of(VEHICLE + 1), List.of()).isOk();
    List<FitmentChange> changes = published(8_300_100, 2);

    FitmentChange first = changes.get(0);
    assertThat(first.cell()).isEqualTo("a");
    assertThat(first.kind()).isEqualTo(SkuKind.SELF);
    assertThat(first.eventId()).isEqualTo("a:SELF:0:8300100:0:0-1");
    assertThat(first.since()).isZero();
    assertThat(first.cluster()).isEqualTo("default");
    assertThat(first.writtenAt()).isBetween(before - 1_000, now());
    assertThat(changes.get(1).revision()).isEqualTo(2);
    assertThat(changes.get(1).encoded().map(EncodedShelf::bytes).orElseThrow()).isPositive();
    assertThat(records)
        .filteredOn(record -> record.key().equals("8300100"))
        .extracting(ConsumerRecord::partition)
        .containsOnly(
            records.stream()
                .filter(r -> r.key().equals("8300100"))
                .findAny()
                .orElseThrow()
                .partition());
  }

  @Test
  void a_move_tells_of_the_shelf_that_was_left_too() {
    api.putSelf(8_300_011, 8_300_110, VEHICLE).isOk();
    published(8_300_110, 1);
    events
        .publish(
            "product-changes",
            "8300011",
            Map.of(
                "eventId",
                "move-8300011",
                "skuId",
                8_300_011,
                "kind",
                "POP",
                "spuId",
                8_300_119,
                "vendorId",
                3,
                "version",
                7,
                "deleted",
                false))
        .join();

    FitmentChange entered = published(8_300_119, 1).get(0);
    assertThat(entered.kind()).isEqualTo(SkuKind.POP);
    assertThat(entered.vendorId()).isEqualTo(3);
    FitmentChange left = published(8_300_110, 2).get(1);
    assertThat(left.encoded().orElseThrow().directory()).isEmpty();
  }

  @Test
  void what_nobody_published_is_published_later_as_it_is_by_then() {
    api.putSelf(8_300_021, 8_300_120, VEHICLE).isOk();
    published(8_300_120, 1);
    await()
        .atMost(SOON)
        .until(
            () ->
                db.sql(
                            "SELECT COUNT(*) FROM shelf WHERE group_id = 8300120"
                                + " AND published_revision = 1 AND unpublished_since IS NULL")
                        .query(Long.class)
                        .single()
                    == 1);
    // What an instance leaves that ends right after its commit.
    db.sql(
            "UPDATE shelf SET revision = 3, placed_revision = 3, unpublished_since = 1000"
                + " WHERE group_id = 8300120")
        .update();
    FitmentChange change = published(8_300_120, 2).get(1);
    assertThat(change.revision()).isEqualTo(3);
    assertThat(change.since()).isEqualTo(1);
    assertThat(change.writtenAt()).isEqualTo(1_000);
  }

  private long now() {
    return db.sql("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)")
        .query(Long.class)
        .single();
  }

  /** Waits until so many events of a group are there. */
  private List<FitmentChange> published(long groupId, int count) {
    await()
        .atMost(SOON)
        .until(
            () -> {
              consumer.poll(Duration.ofMillis(100)).forEach(records::add);
              return of(groupId).size() >= count;
            });
    return of(groupId);
  }

  private List<FitmentChange> of(long groupId) {
    return records.stream()
        .filter(record -> record.key().equals(Long.toString(groupId)))
        .map(record -> json.read(record.value(), FitmentChange.class))
        // A change is told once or more often.
        .collect(
            Collectors.toMap(
                FitmentChange::eventId,
                change -> change,
                (first, again) -> first,
                LinkedHashMap::new))
        .values()
        .stream()
        .toList();
  }
}
