package dev.storefront.history.product;

import dev.storefront.common.kafka.MalformedEventException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.ConsumerSeekAware;
import org.springframework.stereotype.Component;

/**
 * Tells this instance's memory what the catalogue changes; every instance reads every change. It
 * begins some minutes back: what the database did not have yet when the memory asked it comes here.
 */
@Component
class ProductNews implements ConsumerSeekAware {

  private static final Logger log = LoggerFactory.getLogger(ProductNews.class);
  private static final Duration BACK = Duration.ofMinutes(10);

  private final ProductRecords records;
  private final Products products;
  private final Clock clock;

  ProductNews(ProductRecords records, Products products, Clock clock) {
    this.records = records;
    this.products = products;
    this.clock = clock;
  }

  @Override
  public void onPartitionsAssigned(
      Map<TopicPartition, Long> assignments, ConsumerSeekCallback callback) {
    callback.seekToTimestamp(assignments.keySet(), clock.instant().minus(BACK).toEpochMilli());
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
        products.learn(records.read(change));
      } catch (MalformedEventException e) {
        log.debug("A dead letter of the consumer that writes the database", e);
      }
    }
  }
}
