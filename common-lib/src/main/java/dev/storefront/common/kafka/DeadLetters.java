package dev.storefront.common.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.support.KafkaUtils;

/**
 * Puts a record that cannot be processed into {@code <topic>.dlt}: key and value as they came, the
 * reason, where it came from and who could not process it in headers. Where several consumers read
 * a topic, each that cannot process a record puts it there. {@code storefront.kafka.dead.letters}
 * counts them. Fails if Kafka does not take it, so that the record is delivered again rather than
 * lost.
 */
public final class DeadLetters implements ConsumerRecordRecoverer {

  /** Header: why the record could not be processed. */
  public static final String REASON = "reason";

  /** Header: {@code <topic>-<partition>@<offset>} of the original. */
  public static final String ORIGIN = "origin";

  /** Header: the group id of the consumer that could not process it. */
  public static final String CONSUMER = "consumer";

  private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
  private static final int LONGEST_REASON = 500;
  private static final int SEND_SECONDS = 10;

  private final KafkaTemplate<String, byte[]> kafka;
  private final MeterRegistry meters;

  DeadLetters(KafkaTemplate<String, byte[]> kafka, MeterRegistry meters) {
    this.kafka = kafka;
    this.meters = meters;
  }

  @Override
  public void accept(ConsumerRecord<?, ?> original, Exception error) {
    Throwable cause = error;
    while (cause.getCause() != null && !(cause instanceof MalformedEventException)) {
      cause = cause.getCause();
    }
    bury(original, String.valueOf(cause.getMessage()));
  }

  /**
   * Sends the record to its dead-letter topic and waits until Kafka has it. To be called by the
   * thread of the listener that got the record.
   */
  public void bury(ConsumerRecord<?, ?> original, String reason) {
    String origin = "%s-%d@%d".formatted(original.topic(), original.partition(), original.offset());
    log.warn("Dead letter {}: {}", origin, reason);
    ProducerRecord<String, byte[]> letter =
        new ProducerRecord<>(
            original.topic() + ".dlt",
            null,
            (String) original.key(),
            (byte[]) original.value(),
            new RecordHeaders(original.headers()));
    String shortened =
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason;
    letter.headers().add(REASON, shortened.getBytes(StandardCharsets.UTF_8));
    letter.headers().add(ORIGIN, origin.getBytes(StandardCharsets.UTF_8));
    String consumer = String.valueOf(KafkaUtils.getConsumerGroupId());
    letter.headers().add(CONSUMER, consumer.getBytes(StandardCharsets.UTF_8));
    try {
      kafka.send(letter).get(SEND_SECONDS, TimeUnit.SECONDS);
      meters.counter("storefront.kafka.dead.letters", "topic", original.topic()).increment();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending a dead letter", e);
    } catch (Exception e) {
      throw new IllegalStateException("Could not send a dead letter for " + origin, e);
    }
  }
}
