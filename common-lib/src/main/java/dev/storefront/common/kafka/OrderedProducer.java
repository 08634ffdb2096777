package dev.storefront.common.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * A producer for records whose order matters. Kafka's own gives up record by record: while a broker
 * is slow, an older batch expires and the next one arrives. In this one nothing expires: whoever
 * has waited long enough closes it, with all that it has not sent, and the next caller gets another
 * one. So what arrives of a partition has everything before it.
 */
final class OrderedProducer implements AutoCloseable {

  private final ProducerFactory<String, byte[]> factory;

  /** No monitor: a producer looks its servers' names up when it is made. */
  private final Lock lock = new ReentrantLock();

  private volatile @Nullable Producer<String, byte[]> current;

  /**
   * @param other whose settings count, but for the time-out
   */
  OrderedProducer(ProducerFactory<String, byte[]> other) {
    factory =
        other.copyWithConfigurationOverride(
            Map.of(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE));
    if (factory instanceof DefaultKafkaProducerFactory<String, byte[]> closing) {
      // Without sending what waits.
      closing.setPhysicalCloseTimeout((int) Duration.ZERO.toSeconds());
    }
  }

  /** Has it sent to; whatever waits in it after a failure is not sent any more, nor by others. */
  void use(Consumer<Producer<String, byte[]>> work) {
    Producer<String, byte[]> producer = current();
    boolean done = false;
    try {
      work.accept(producer);
      done = true;
    } finally {
      if (!done) {
        discard(producer);
      }
    }
  }

  private Producer<String, byte[]> current() {
    lock.lock();
    try {
      Producer<String, byte[]> known = current;
      if (known == null) {
        known = factory.createProducer();
        current = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private void discard(@Nullable Producer<String, byte[]> failed) {
    lock.lock();
    try {
      if (failed == current) {
        current = null;
        factory.reset();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    discard(current);
  }
}
