package dev.storefront.common.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.KafkaException;
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

  /**
   * Header, only where record and reason together are more than Kafka takes: how many bytes the
   * record's value had. The letter then has the first 64 KiB of it, and no other headers.
   */
  public static final String CUT = "cut";

  private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_CUT = 65_536;
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
    RecordHeaders why = new RecordHeaders();
    why.add(REASON, bytes(reason.substring(0, Math.min(reason.length(), LONGEST_REASON))));
    why.add(ORIGIN, bytes(origin));
    why.add(CONSUMER, bytes(String.valueOf(KafkaUtils.getConsumerGroupId())));
    try {
      if (!send(whole(original, why))) {
        send(cut(original, why));
      }
      meters.counter("storefront.kafka.dead.letters", "topic", original.topic()).increment();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending a dead letter", e);
    } catch (Exception e) {
      throw new IllegalStateException("Could not send a dead letter for " + origin, e);
    }
  }

  /** False if the letter is too large for Kafka, as the record alone was not. */
  private boolean send(ProducerRecord<String, byte[]> letter) throws Exception {
    try {
      kafka.send(letter).get(SEND_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | KafkaException e) {
      if (NestedExceptionUtils.getMostSpecificCause(e) instanceof RecordTooLargeException) {
        return false;
      }
      throw e;
    }
  }

  private static ProducerRecord<String, byte[]> whole(
      ConsumerRecord<?, ?> original, RecordHeaders why) {
    RecordHeaders headers = new RecordHeaders(original.headers());
    why.forEach(headers::add);
    return letter(original, (String) original.key(), (byte[]) original.value(), headers);
  }

  private static ProducerRecord<String, byte[]> cut(
      ConsumerRecord<?, ?> original, RecordHeaders why) {
    byte[] value = (byte[]) original.value();
    String key = (String) original.key();
    RecordHeaders headers = new RecordHeaders(why);
    headers.add(CUT, bytes(Integer.toString(value == null ? 0 : value.length)));
    return letter(
        original,
        key == null || key.length() > LONGEST_CUT ? null : key,
        value == null ? null : Arrays.copyOf(value, Math.min(value.length, LONGEST_CUT)),
        headers);
  }

  private static ProducerRecord<String, byte[]> letter(
      ConsumerRecord<?, ?> original,
      @Nullable String key,
      byte @Nullable [] value,
      RecordHeaders headers) {
    return new ProducerRecord<>(original.topic() + ".dlt", null, key, value, headers);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
