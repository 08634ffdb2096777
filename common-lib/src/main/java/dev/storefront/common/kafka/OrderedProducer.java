package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
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

  /** To look a server's name up may take longer, where nobody answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ProducerFactory<String, byte[]> settings;

  /** No monitor: a producer looks its servers' names up when it is made. */
  private final Lock making = new ReentrantLock();

  private final AtomicReference<@Nullable Made> current = new AtomicReference<>();

  /**
   * @param settings those of the producers, but for the time-out
   */
  OrderedProducer(ProducerFactory<String, byte[]> settings) {
    this.settings = settings;
  }

  /**
   * Has it sent to; whatever waits in it after a failure is not sent any more, nor by others.
   *
   * @throws BackendUnavailableException if there is no producer and none can be made, or another
   *     call has been making one for ten seconds
   */
  void use(Consumer<Producer<String, byte[]>> work) {
    Made made = current();
    boolean done = false;
    try {
      work.accept(made.producer());
      done = true;
    } finally {
      if (!done && current.compareAndSet(made, null)) {
        made.close();
      }
    }
  }

  private Made current() {
    Made known = current.get();
    return known == null ? makeAlone() : known;
  }

  private Made makeAlone() {
    lock();
    try {
      Made known = current.get();
      if (known == null) {
        known = make();
        current.set(known);
      }
      return known;
    } catch (KafkaException | org.springframework.kafka.KafkaException notMade) {
      throw new BackendUnavailableException("kafka", false, notMade);
    } finally {
      making.unlock();
    }
  }

  private void lock() {
    try {
      if (!making.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BackendUnavailableException(
            "kafka", false, new TimeoutException("Another call makes a producer"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException("kafka", false, e);
    }
  }

  /** With a factory of its own: a factory closes what it has made last, which may be another. */
  private Made make() {
    ProducerFactory<String, byte[]> factory =
        settings.copyWithConfigurationOverride(
            Map.of(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE));
    if (factory instanceof DefaultKafkaProducerFactory<String, byte[]> closing) {
      // Without sending what waits.
      closing.setPhysicalCloseTimeout((int) Duration.ZERO.toSeconds());
    }
    return new Made(factory, factory.createProducer());
  }

  @Override
  public void close() {
    Made known = current.getAndSet(null);
    if (known != null) {
      known.close();
    }
  }

  private record Made(ProducerFactory<String, byte[]> factory, Producer<String, byte[]> producer) {

    void close() {
      factory.reset();
    }
  }
}
