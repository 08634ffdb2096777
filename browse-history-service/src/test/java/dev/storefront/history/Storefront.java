package dev.storefront.history;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.View;
import dev.storefront.history.product.Products;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.json.JsonMapper;

/** What is around the service: shoppers, product pages that report views, and the catalogue. */
@TestComponent
public class Storefront {

  private static final AtomicLong SKUS = new AtomicLong(System.nanoTime());

  private final ServletWebServerApplicationContext service;
  private final EventPublisher events;
  private final KafkaTemplate<String, byte[]> kafka;
  private final Namespace namespace;
  private final Products products;
  private final JsonMapper json;

  Storefront(
      ServletWebServerApplicationContext service,
      EventPublisher events,
      KafkaTemplate<String, byte[]> kafka,
      Namespace namespace,
      Products products,
      JsonMapper json) {
    this.service = service;
    this.events = events;
    this.kafka = kafka;
    this.namespace = namespace;
    this.products = products;
    this.json = json;
  }

  /** Someone who has no history yet. */
  public Shopper newShopper() {
    return shopper("shopper-" + UUID.randomUUID());
  }

  public Shopper shopper(String user) {
    return new Shopper(user, service.getWebServer().getPort(), json);
  }

  /** The first of {@code n} consecutive SKUs that nothing else uses. */
  public long newSkus(int n) {
    return SKUS.getAndAdd(n);
  }

  /** A product page reports a view straight to Kafka. */
  public CompletableFuture<Void> pageView(String user, long skuId, long viewedAt) {
    return events.publish(
        "page-views",
        user,
        Map.of("eventId", UUID.randomUUID(), "userId", user, "skuId", skuId, "viewedAt", viewedAt));
  }

  /** Reports them again while Kafka is too slow to acknowledge them all. */
  public void pageViews(String user, Collection<View> views) {
    untilAcknowledged(
        () ->
            CompletableFuture.allOf(
                views.stream()
                    .map(view -> pageView(user, view.skuId(), view.viewedAt()))
                    .toArray(CompletableFuture[]::new)));
  }

  private static void untilAcknowledged(Supplier<CompletableFuture<Void>> send) {
    await()
        .pollDelay(Duration.ZERO)
        .ignoreExceptionsMatching(e -> e.getCause() instanceof BackendUnavailableException)
        .untilAsserted(() -> send.get().join());
  }

  /** The catalogue tells of a product; returns when the service knows. */
  public void marketplaceProduct(long skuId, long spuId, String name) {
    publishProduct(skuId, "POP", spuId, null, name, 1, false);
    awaitProducts(List.of(skuId));
  }

  public void marketplaceProducts(long firstSku, int n, long spuId) {
    List<Long> skus = new ArrayList<>();
    for (long sku = firstSku; sku < firstSku + n; sku++) {
      skus.add(sku);
      publishProduct(sku, "POP", spuId, null, "product " + sku, 1, false);
    }
    awaitProducts(skus);
  }

  /** Waits until the service knows of the groups of these SKUs. */
  public void awaitProducts(List<Long> skus) {
    await()
        .until(
            () ->
                products.lookUp(skus).products().stream()
                    .noneMatch(product -> product.group().kind() == Group.Kind.SKU));
  }

  public void deleteProduct(long skuId, long version) {
    publishProduct(skuId, "POP", null, null, null, version, true);
    await().until(() -> products.lookUp(List.of(skuId)).products().get(0).deleted());
  }

  /** The catalogue forgets a product: a record without value. */
  public void forgetProduct(long skuId) {
    kafka.send(namespace.topic("product-changes"), Long.toString(skuId), null).join();
  }

  public void publishProduct(
      long skuId,
      String kind,
      Long spuId,
      Long mainSkuId,
      String name,
      long version,
      boolean deleted) {
    Map<String, Object> change = new HashMap<>();
    change.put("eventId", UUID.randomUUID());
    change.put("skuId", skuId);
    change.put("kind", kind);
    change.put("spuId", spuId);
    change.put("mainSkuId", mainSkuId);
    change.put("vendorId", 9);
    change.put("name", name);
    change.put("imageUrl", name == null ? null : "https://img.example.com/" + skuId + ".jpg");
    change.put("version", version);
    change.put("deleted", deleted);
    untilAcknowledged(() -> events.publish("product-changes", Long.toString(skuId), change));
  }
}
