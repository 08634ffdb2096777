package dev.storefront.acceptance.fitment;

import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.fitment.PlannedSku.Role;
import dev.storefront.localstack.suite.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue: moves SKUs to other groups and back, deletes some, and says much of it twice or
 * late.
 */
final class Moves implements AutoCloseable {

  private static final String TOPIC = "product-changes";
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Trial trial;
  private final Random random;
  private final KafkaProducer<String, String> producer;

  /** Beyond the versions of an earlier proof on the same data. */
  private final long firstVersion = System.currentTimeMillis();

  private final List<PlannedSku> moving = new ArrayList<>();
  private final List<PlannedSku> ending;
  private final List<PlannedSku> last;
  private int records;

  Moves(Trial trial) {
    this.trial = trial;
    this.random = new Random(trial.size().seed() + 2);
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", trial.service().kafka()),
            new StringSerializer(),
            new StringSerializer());
    List<PlannedSku> quiet = new ArrayList<>(trial.load().skus(Role.QUIET));
    List<PlannedSku> shared = new ArrayList<>(trial.load().skus(Role.SHARED));
    Collections.shuffle(quiet, random);
    Collections.shuffle(shared, random);
    this.last = quiet.subList(0, quiet.size() / 2);
    List<PlannedSku> others = quiet.subList(quiet.size() / 2, quiet.size());
    int ofEach = trial.size().moves() / 2;
    moving.addAll(others.subList(0, Math.min(ofEach, others.size())));
    moving.addAll(shared.subList(0, Math.min(ofEach, shared.size())));
    this.ending = trial.load().skus(Role.ENDING);
  }

  /** Sends it all and waits for nothing. */
  void send() {
    List<PlannedSku> all = new ArrayList<>(moving);
    all.addAll(ending);
    Collections.shuffle(all, random);
    for (PlannedSku sku : all) {
      if (sku.role() == Role.ENDING) {
        end(sku);
      } else {
        move(sku);
      }
    }
    producer.flush();
  }

  /** There and on, repeated, and once more late. */
  private void move(PlannedSku sku) {
    Group first = otherGroup();
    Group second = otherGroup();
    send(sku, change(sku, first, 1));
    send(sku, change(sku, second, 3));
    if (random.nextBoolean()) {
      send(sku, change(sku, second, 3));
    }
    if (random.nextBoolean()) {
      send(sku, change(sku, first, 1));
      send(sku, change(sku, otherGroup(), 2));
    }
    trial.model().certain(sku.id(), Change.moveTo(second));
  }

  /** Deleted by an event, or by a record without value; and a late event after the former. */
  private void end(PlannedSku sku) {
    boolean forgotten = random.nextInt(10) == 0;
    if (forgotten || random.nextBoolean()) {
      send(sku, change(sku, otherGroup(), 1));
    }
    send(sku, forgotten ? null : deletion(sku));
    if (!forgotten) {
      send(sku, change(sku, otherGroup(), 1));
    }
    trial.model().certain(sku.id(), Change.deletion());
  }

  private String deletion(PlannedSku sku) {
    return Json.write(
        Json.object("eventId", UUID.randomUUID())
            .and("skuId", sku.id())
            .and("version", firstVersion + 2)
            .and("deleted", true));
  }

  /** Waits until everything that was sent has had its effect. */
  void settle() throws IOException, InterruptedException {
    Set<Integer> partitions = new HashSet<>();
    int all = producer.partitionsFor(TOPIC).size();
    List<PlannedSku> markers = new ArrayList<>();
    for (PlannedSku sku : last) {
      if (partitions.size() == all) {
        break;
      }
      if (trial.model().of(sku.id()).filter(f -> !f.universal()).isPresent()) {
        markers.add(sku);
        partitions.add(mark(sku));
      }
    }
    trial.require(partitions.size() == all, "too few SKUs to mark %d partitions", all);
    for (PlannedSku marker : markers) {
      await().atMost(LONGEST).pollInterval(POLL).until(() -> isMoved(marker));
    }
    trial
        .journal()
        .done(
            "moves",
            "%,d SKUs moved twice, %,d deleted, by %,d records, among them repeated and late ones",
            moving.size(),
            ending.size(),
            records);
  }

  private int mark(PlannedSku sku) throws InterruptedException {
    Group group = otherGroup();
    trial.model().certain(sku.id(), Change.moveTo(group));
    records++;
    try {
      return producer
          .send(new ProducerRecord<>(TOPIC, Long.toString(sku.id()), change(sku, group, 1)))
          .get(LONGEST.toSeconds(), TimeUnit.SECONDS)
          .partition();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Kafka takes nothing", e);
    }
  }

  private boolean isMoved(PlannedSku sku) throws IOException {
    Optional<Fitment> fitment = trial.model().of(sku.id());
    trial.journal().progress("waiting for the catalogue's changes");
    return trial
        .api()
        .skusOf(fitment.orElseThrow().vehicles().id(0), fitment.orElseThrow().group().id())
        .contains(sku.id());
  }

  private Group otherGroup() {
    List<Group> groups = trial.load().groups();
    return groups.get(random.nextInt(groups.size()));
  }

  private String change(PlannedSku sku, Group group, int version) {
    return Json.write(
        group
            .json()
            .and("eventId", UUID.randomUUID())
            .and("skuId", sku.id())
            .and("name", "SKU " + sku.number())
            .and("imageUrl", "https://img.example/" + sku.number())
            .and("version", firstVersion + version)
            .and("deleted", false));
  }

  private void send(PlannedSku sku, @Nullable String value) {
    records++;
    producer.send(new ProducerRecord<>(TOPIC, Long.toString(sku.id()), value));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(10));
  }
}
