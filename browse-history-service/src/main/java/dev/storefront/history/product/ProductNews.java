package dev.storefront.history.product;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.kafka.TopicReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.ConsumerSeekAware;
import org.springframework.stereotype.Component;

/**
 * Tells this instance's memory what the catalogue changes; every instance reads every change. It
 * begins where the consumer was that writes the database: what that did not have yet when the
 * memory asked it comes here. Should it lose its partitions for a while, it goes on where it was.
 */
@Component
class ProductNews implements ConsumerSeekAware {

  private static final Logger log = LoggerFactory.getLogger(ProductNews.class);

  private final EventJson json;
  private final Products products;
  private final TopicReader topics;

  /** By partition, where to go on. */
  private final Map<Integer, Long> next = new ConcurrentHashMap<>();

  ProductNews(EventJson json, Products products, TopicReader topics) {
    this.json = json;
    this.products = products;
    this.topics = topics;
  }

  @Override
  public void onPartitionsAssigned(
      Map<TopicPartition, Long> assignments, ConsumerSeekCallback callback) {
    if (assignments.keySet().stream().anyMatch(one -> !next.containsKey(one.partition()))) {
      Map<Integer, Long> begin = begin();
      assignments
          .keySet()
          .forEach(
              one -> next.putIfAbsent(one.partition(), begin.getOrDefault(one.partition(), 0L)));
      products.hearsFromNowOn();
    }
    assignments
        .keySet()
        .forEach(
            one ->
                callback.seek(
                    one.topic(), one.partition(), next.getOrDefault(one.partition(), 0L)));
  }

  /** The first record, where it is not known: the topic has the last word on each SKU only. */
  private Map<Integer, Long> begin() {
    try {
      return topics.committed(ProductChangeListener.TOPIC, ProductChangeListener.GROUP);
    } catch (BackendUnavailableException e) {
      log.warn("All product changes are read: {}", e.toString());
      return Map.of();
    }
  }

  @KafkaListener(
      id = "product-news",
      idIsGroup = false,
      topics = "#{@namespace.topic('product-changes')}",
      groupId = "#{@namespace.group('browse-history-news-' + @ids.get())}",
      batch = "true")
  void take(List<ConsumerRecord<String, byte[]>> changes) {
    for (ConsumerRecord<String, byte[]> change : changes) {
      try {
        products.learn(ProductRecord.read(change, json));
      } catch (MalformedEventException e) {
        log.debug("A dead letter of the consumer that writes the database", e);
      }
      next.put(change.partition(), change.offset() + 1);
    }
  }
}
