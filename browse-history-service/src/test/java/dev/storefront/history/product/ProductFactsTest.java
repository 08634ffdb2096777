package dev.storefront.history.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Storefront;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.core.KafkaTemplate;

@HistoryTest
class ProductFactsTest {

  @Autowired Storefront storefront;
  @Autowired ProductTable table;
  @Autowired Products products;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired Namespace namespace;

  @Test
  void an_older_version_never_replaces_a_newer_one() {
    long sku = storefront.newSkus(1);
    table.apply(List.of(change(sku, 3, "third"), change(sku, 2, "second")));
    table.apply(List.of(change(sku, 1, "first"), change(sku, 3, "third again")));
    assertThat(table.find(List.of(sku))).extracting(Product::name).containsExactly("third");
    table.apply(List.of(change(sku, 4, "fourth")));
    assertThat(table.find(List.of(sku))).extracting(Product::name).containsExactly("fourth");
  }

  @Test
  void a_change_is_known_within_seconds() {
    long sku = storefront.newSkus(1);
    storefront.marketplaceProduct(sku, 77, "old name");
    storefront.publishProduct(sku, "POP", 78L, null, "new name", 2, false);
    await()
        .untilAsserted(
            () ->
                assertThat(products.lookUp(List.of(sku)).of(sku))
                    .hasValueSatisfying(p -> assertThat(p.name()).isEqualTo("new name")));
  }

  @Test
  void a_record_without_value_deletes_its_product() {
    long sku = storefront.newSkus(1);
    storefront.marketplaceProduct(sku, 77, "pads");
    kafka.send(namespace.topic("product-changes"), Long.toString(sku), null).join();
    await().until(() -> table.find(List.of(sku)).get(0).deleted());
  }

  @Test
  void a_malformed_change_does_not_hold_up_the_others() {
    long sku = storefront.newSkus(1);
    byte[] malformed = "{\"skuId\":\"seven\"}".getBytes(StandardCharsets.UTF_8);
    kafka.send(namespace.topic("product-changes"), Long.toString(sku), malformed).join();
    storefront.marketplaceProduct(sku, 77, "pads");
    assertThat(products.lookUp(List.of(sku)).of(sku)).isPresent();
  }

  private static ProductChange change(long sku, long version, String name) {
    return new ProductChange(sku, 5L, null, name, null, version, false);
  }
}
