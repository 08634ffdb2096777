package dev.storefront.flashsale.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/** The service's consumers of Kafka, which a test has stand still: MySQL then falls behind. */
public final class Consumers {

  private static final Duration LONG = Duration.ofMinutes(2);

  private Consumers() {}

  /** Returns once all stand still. */
  public static void pause(KafkaListenerEndpointRegistry listeners) {
    listeners.getListenerContainers().forEach(MessageListenerContainer::pause);
    await()
        .atMost(LONG)
        .until(
            () ->
                listeners.getListenerContainers().stream()
                    .allMatch(MessageListenerContainer::isContainerPaused));
  }

  /** They go on; of those that do not stand still nothing changes. */
  public static void resume(KafkaListenerEndpointRegistry listeners) {
    listeners.getListenerContainers().forEach(MessageListenerContainer::resume);
  }
}
