package dev.storefront.history.events;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Takes records with all that a dead letter of them needs. */
public final class KafkaEventReader implements KafkaRecordDeserializationSchema<KafkaEvent> {

  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<KafkaEvent> out) {
    Header[] headers = record.headers().toArray();
    String[] names = new String[headers.length];
    byte[][] values = new byte[headers.length][];
    for (int i = 0; i < headers.length; i++) {
      names[i] = headers[i].key();
      byte[] value = headers[i].value();
      values[i] = value == null ? "".getBytes(StandardCharsets.UTF_8) : value;
    }
    String origin = record.topic() + "-" + record.partition() + "@" + record.offset();
    out.collect(new KafkaEvent(origin, record.key(), record.value(), names, values));
  }

  @Override
  public TypeInformation<KafkaEvent> getProducedType() {
    return TypeInformation.of(KafkaEvent.class);
  }
}
