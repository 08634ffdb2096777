package dev.storefront.history.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.Group;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HistoryTest
class ProductFactsTest {

  @Autowired Storefront storefront;
  @Autowired ProductTable table;
  @Autowired JdbcClient jdbc;
  @Autowired Products products;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired Namespace namespace;

  @Test
  void records_end_the_same_in_any_order_and_any_number_of_times() {
    // In the topic: version 5, a record without value, version 6 and an old version 4.
    List<Function<Long, ProductRecord>> topic =
        List.of(
            sku -> change(sku, 5, "fifth", 10),
            sku -> ProductRecord.tombstone(sku, 11),
            sku -> change(sku, 6, "sixth", 12),
            sku -> change(sku, 4, "fourth", 13));
    Random random = new Random(5);
    for (int round = 0; round < 30; round++) {
      long sku = storefront.newSkus(1);
      deliver(topic, sku, random);
      Product sixth = Product.of(sku, new Group(Group.Kind.SPU, 5), "sixth", null, false);
      assertThat(table.find(List.of(sku)).get(0).product()).isEqualTo(sixth);
      assertThat(products.lookUp(List.of(sku)).products()).containsExactly(sixth);
      table.apply(List.of(ProductRecord.tombstone(sku, 14), change(sku, 6, "sixth", 12)));
      assertThat(table.find(List.of(sku)).get(0).product().deleted()).isTrue();
    }
  }

  /** Each twice, in any order. */
  private void deliver(List<Function<Long, ProductRecord>> topic, long sku, Random random) {
    List<Function<Long, ProductRecord>> delivered = new ArrayList<>(topic);
    delivered.addAll(topic);
    Collections.shuffle(delivered, random);
    for (Function<Long, ProductRecord> record : delivered) {
      table.apply(List.of(record.apply(sku)));
      products.learn(record.apply(sku));
    }
  }

  @Test
  void a_version_that_is_told_again_after_a_record_without_value_counts_in_any_order() {
    List<Function<Long, ProductRecord>> topic =
        List.of(
            sku -> change(sku, 6, "sixth", 10),
            sku -> ProductRecord.tombstone(sku, 11),
            sku -> change(sku, 6, "sixth, told again", 12));
    Random random = new Random(8);
    for (int round = 0; round < 20; round++) {
      long sku = storefront.newSkus(1);
      deliver(topic, sku, random);
      Product again =
          Product.of(sku, new Group(Group.Kind.SPU, 5), "sixth, told again", null, false);
      assertThat(table.find(List.of(sku)).get(0).product()).isEqualTo(again);
      assertThat(products.lookUp(List.of(sku)).products()).containsExactly(again);
    }
  }

  @Test
  void versions_that_begin_anew_after_a_record_without_value_count_however_often_told() {
    List<Function<Long, ProductRecord>> topic =
        List.of(
            sku -> change(sku, 2, "second", 10),
            sku -> ProductRecord.tombstone(sku, 11),
            sku -> change(sku, 1, "told anew", 12));
    Random random = new Random(13);
    for (int round = 0; round < 20; round++) {
      long sku = storefront.newSkus(1);
      deliverAsKafkaDoes(topic, sku, random);
      Product anew = Product.of(sku, new Group(Group.Kind.SPU, 5), "told anew", null, false);
      assertThat(table.find(List.of(sku)).get(0).product()).isEqualTo(anew);
      assertThat(products.lookUp(List.of(sku)).products()).containsExactly(anew);
    }
  }

  @Test
  void whatever_a_topic_tells_of_a_product_its_beginnings_make_the_same_of_it_in_any_order() {
    Random random = new Random(21);
    for (int round = 0; round < 2_000; round++) {
      List<ProductRecord> topic = new ArrayList<>();
      for (int offset = 0; offset < 6; offset++) {
        topic.add(
            random.nextInt(3) == 0
                ? ProductRecord.tombstone(7, offset)
                : change(7, random.nextInt(3), "told at " + offset, offset));
      }
      // What one that goes through the topic knows after each record; and in turn with others.
      List<ProductRecord> known = new ArrayList<>(List.of(ProductRecord.unknown(7)));
      topic.forEach(record -> known.add(known.get(known.size() - 1).with(record)));
      for (int told = 0; told <= topic.size(); told++) {
        Product expected = product(topic.subList(0, told));
        assertThat(told(known.get(told))).as("%s", topic).isEqualTo(expected);
        for (int also = 0; also <= told; also++) {
          assertThat(told(known.get(told).with(known.get(also)))).isEqualTo(expected);
          assertThat(told(known.get(also).with(known.get(told)))).isEqualTo(expected);
        }
        for (ProductRecord again : topic.subList(0, told)) {
          assertThat(told(known.get(told).with(again))).isEqualTo(expected);
        }
      }
    }
  }

  /** The rule: of what stands behind the last record without value the newest version. */
  private static Product product(List<ProductRecord> records) {
    long last = records.stream().mapToLong(ProductRecord::tombstone).max().orElse(-1);
    return told(
        records.stream()
            .filter(record -> record.position() > last)
            .max(
                Comparator.comparingLong(ProductRecord::version)
                    .thenComparingLong(ProductRecord::position))
            .orElse(ProductRecord.tombstone(7, last)));
  }

  /** Of a deleted one it says only that. */
  private static Product told(ProductRecord record) {
    return record.product().deleted()
        ? Product.of(record.skuId(), null, null, null, true)
        : record.product();
  }

  /** Each for the first time after all before it, and again at any time. */
  private void deliverAsKafkaDoes(
      List<Function<Long, ProductRecord>> topic, long sku, Random random) {
    for (int next = 0; next < topic.size(); ) {
      int delivered = random.nextInt(next + 1);
      next = Math.max(next, delivered + 1);
      table.apply(List.of(topic.get(delivered).apply(sku)));
      products.learn(topic.get(delivered).apply(sku));
    }
  }

  @Test
  void an_spu_and_a_main_sku_of_the_same_number_are_different_groups() {
    long sku = storefront.newSkus(4);
    storefront.publishProduct(sku, "POP", 77L, 78L, "of a vendor", 1, false);
    storefront.publishProduct(sku + 3, "SELF", 0L, 79L, "of no SPU", 1, false);
    storefront.publishProduct(sku + 1, "SELF", 78L, 77L, "our own, of an SPU", 1, false);
    storefront.publishProduct(sku + 2, "SELF", null, 77L, "another of our own", 1, false);
    List<Long> skus = List.of(sku, sku + 1, sku + 2, sku + 3);
    storefront.awaitProducts(skus);
    assertThat(products.lookUp(skus).products().stream().map(Product::group))
        .containsExactly(
            new Group(Group.Kind.SPU, 77),
            new Group(Group.Kind.SPU, 78),
            new Group(Group.Kind.MAIN_SKU, 77),
            new Group(Group.Kind.MAIN_SKU, 79));
  }

  @Test
  void deletions_and_groups_alter_counts_and_names_do_not() {
    // Hears of nothing but what follows.
    Products memory =
        new Products(
            table,
            new ProductProperties(Duration.ofHours(1), Duration.ofHours(2), 1000),
            CircuitBreakerRegistry.ofDefaults(),
            new SimpleMeterRegistry(),
            Clock.systemUTC());
    long sku = storefront.newSkus(3);
    await().until(() -> memory.lookUp(List.of(sku)).complete());
    List<ProductRecord> altering =
        List.of(
            change(sku, 1, "of a group", 1),
            ProductRecord.tombstone(sku, 2),
            change(sku, 2, "there again", 3),
            ProductRecord.tombstone(sku + 1, 4));
    List<ProductRecord> others =
        List.of(change(sku, 3, "of another name", 5), change(sku + 2, 1, "never looked at", 6));
    long last = 0;
    for (ProductRecord change : altering) {
      memory.learn(change);
      assertThat(memory.alteredAt()).as(change.toString()).isGreaterThan(last);
      last = memory.alteredAt();
      memory.learn(change);
      assertThat(memory.alteredAt()).as("told again").isEqualTo(last);
    }
    others.forEach(memory::learn);
    memory.lookUp(List.of(sku, sku + 1, sku + 2));
    assertThat(memory.alteredAt()).isEqualTo(last);
    // As another instance wrote it of which this one has not heard.
    table.apply(List.of(change(sku, 4, "told to the store", 7), ProductRecord.tombstone(sku, 8)));
    memory.hearsFromNowOn();
    await().until(() -> memory.lookUp(List.of(sku)).products().get(0).deleted());
    assertThat(memory.alteredAt()).isGreaterThan(last);
  }

  @Test
  void what_was_asked_for_before_changes_are_heard_of_is_asked_for_again() {
    long sku = storefront.newSkus(1);
    Group group = new Group(Group.Kind.SPU, 5);
    table.apply(List.of(change(sku, 1, "old", 1)));
    Product old = Product.of(sku, group, "old", null, false);
    assertThat(products.lookUp(List.of(sku)).products()).containsExactly(old);
    // As another instance writes it, whose offset is where this one begins to listen.
    table.apply(List.of(change(sku, 2, "new", 2)));
    products.hearsFromNowOn();
    await()
        .untilAsserted(
            () ->
                assertThat(products.lookUp(List.of(sku)).products())
                    .containsExactly(Product.of(sku, group, "new", null, false)));
  }

  @Test
  void lists_ask_the_database_once_and_hear_of_changes_by_themselves() {
    long sku = storefront.newSkus(100);
    List<Long> skus = LongStream.range(sku, sku + 100).boxed().toList();
    await().until(() -> (long) ReflectionTestUtils.getField(products, "heardFrom") > 0);
    await().until(() -> products.lookUp(skus).complete());
    jdbc.sql("RENAME TABLE product TO product_away").update();
    try {
      for (int i = 0; i < 100; i++) {
        assertThat(products.lookUp(skus).complete()).isTrue();
      }
      // The other consumer cannot write it; this instance has it from the topic.
      storefront.publishProduct(sku, "POP", 5L, null, "news", 1, false);
      await()
          .untilAsserted(
              () -> {
                ProductFacts facts = products.lookUp(skus);
                assertThat(facts.complete()).isTrue();
                assertThat(facts.products().get(0).json().getValue()).contains("\"news\"");
              });
    } finally {
      jdbc.sql("RENAME TABLE product_away TO product").update();
    }
  }

  @Test
  void a_change_is_known_within_seconds() {
    long sku = storefront.newSkus(1);
    storefront.marketplaceProduct(sku, 77, "old name");
    storefront.publishProduct(sku, "POP", 78L, null, "new name", 2, false);
    await()
        .untilAsserted(
            () ->
                assertThat(products.lookUp(List.of(sku)).products().get(0).json().getValue())
                    .contains("\"new name\""));
  }

  @Test
  void a_record_without_value_deletes_its_product() {
    long sku = storefront.newSkus(1);
    storefront.marketplaceProduct(sku, 77, "pads");
    storefront.forgetProduct(sku);
    await()
        .until(
            () -> table.find(List.of(sku)).stream().anyMatch(record -> record.product().deleted()));
  }

  @Test
  void a_malformed_change_does_not_hold_up_the_others() {
    long sku = storefront.newSkus(1);
    for (String wrong : List.of("\"kind\":\"BOGUS\"", "\"spuId\":-7", "\"deleted\":\"true\"")) {
      String change = "{\"skuId\":%d,\"version\":9,%s}".formatted(sku, wrong);
      byte[] malformed = change.getBytes(StandardCharsets.UTF_8);
      kafka.send(namespace.topic("product-changes"), Long.toString(sku), malformed).join();
    }
    storefront.marketplaceProduct(sku, 77, "pads");
    assertThat(products.lookUp(List.of(sku)).products().get(0).group().id()).isEqualTo(77);
  }

  @Test
  void what_the_catalogue_tells_is_json_whatever_is_in_it() {
    String name = "12\" pads \\ \u0007 \u00e4\u4e2d \ud83d\ude97";
    Product product = Product.of(7, new Group(Group.Kind.SPU, 5), name, null, false);
    JsonNode shown = JsonMapper.shared().readTree(product.json().getValue() + "now\"}");
    assertThat(shown.path("name").asString()).isEqualTo(name);
    assertThat(shown.path("imageUrl").isNull()).isTrue();
    assertThat(shown.propertyNames())
        .containsExactly("skuId", "spuId", "name", "imageUrl", "viewedAt");
  }

  private static ProductRecord change(long sku, long version, String name, long position) {
    return ProductRecord.of(
        new ProductChange(sku, "POP", 5L, null, name, null, version, false), position);
  }
}
