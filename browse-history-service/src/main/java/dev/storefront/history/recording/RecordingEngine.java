package dev.storefront.history.recording;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Has this service record page views, or leave that to the Flink job. Both commit what they have
 * written, and nothing else, for the same consumer group, so that the one goes on where the other
 * ended; while both run, what they write twice changes nothing.
 */
@Component
class RecordingEngine {

  private static final Logger log = LoggerFactory.getLogger(RecordingEngine.class);

  private enum Engine {
    EMBEDDED,
    FLINK;

    static Engine of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final KafkaListenerEndpointRegistry listeners;
  private final Switch<Engine> engine;

  RecordingEngine(KafkaListenerEndpointRegistry listeners, Switches switches) {
    this.listeners = listeners;
    this.engine = switches.define("recording-engine", Engine.EMBEDDED, Engine::of);
  }

  /** Starts or ends the consumer when the switch says otherwise; an end waits for its batch. */
  @Scheduled(fixedDelay = 500)
  void follow() {
    MessageListenerContainer consumer =
        Objects.requireNonNull(
            listeners.getListenerContainer(PageViewListener.ID), PageViewListener.ID);
    boolean wanted = engine.get() == Engine.EMBEDDED;
    if (wanted == consumer.isRunning()) {
      return;
    }
    log.info("Page views are recorded by the engine {}", engine.get());
    if (wanted) {
      consumer.start();
    } else {
      consumer.stop();
    }
  }
}
