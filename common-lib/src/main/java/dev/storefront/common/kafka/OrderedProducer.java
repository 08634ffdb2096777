package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Producers for records whose order matters. Kafka's own gives up record by record: while a broker
 * is slow, an older batch expires and the next one arrives. In these nothing expires: whoever has
 * waited long enough closes its producer, with all that it has not sent. So what arrives of a
 * partition has everything before it. Each call has a producer alone, or one that is slow would
 * discard what others send.
 */
final class OrderedProducer implements AutoCloseable {

  /** To look a server's name up may take longer, where nobody answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Each producer has a thread and connections of its own. */
  private static final int MOST = 8;

  private final ProducerFactory<String, byte[]> settings;
  private final Semaphore callers = new Semaphore(MOST);
  private final Deque<Made> idle = new ConcurrentLinkedDeque<>();
  private final Set<Made> all = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param settings those of the producers, but for the time-out
   */
  OrderedProducer(ProducerFactory<String, byte[]> settings) {
    this.settings = settings;
  }

  /**
   * Has it sent to; whatever of it waits after a failure is not sent any more.
   *
   * @throws BackendUnavailableException if no producer can be made, or eight other calls have been
   *     at work for ten seconds
   */
  void use(Consumer<Producer<String, byte[]>> work) {
    enter();
    try {
      useAlone(work);
    } finally {
      callers.release();
    }
  }

  private void useAlone(Consumer<Producer<String, byte[]>> work) {
    Made made = take();
    boolean done = false;
    try {
      work.accept(made.producer());
      done = true;
    } finally {
      if (done && !closed) {
        idle.push(made);
      } else {
        discard(made);
      }
    }
  }

  private void enter() {
    try {
      if (!callers.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BackendUnavailableException(
            "kafka", false, new TimeoutException("Other calls wait for Kafka"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException("kafka", false, e);
    }
  }

  private Made take() {
    Made known = idle.poll();
    if (known != null) {
      return known;
    }
    try {
      Made made = make();
      all.add(made);
      return made;
    } catch (KafkaException | org.springframework.kafka.KafkaException notMade) {
      throw new BackendUnavailableException("kafka", false, notMade);
    }
  }

  private void discard(Made made) {
    all.remove(made);
    made.close();
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

  /** Whoever is at work fails. */
  @Override
  public void close() {
    closed = true;
    idle.clear();
    all.forEach(this::discard);
  }

  private record Made(ProducerFactory<String, byte[]> factory, Producer<String, byte[]> producer) {

    void close() {
      factory.reset();
    }
  }
}
