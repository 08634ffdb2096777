package dev.storefront.history.ingest;

import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.KafkaEvent;
import dev.storefront.history.events.KafkaEventReader;
import dev.storefront.history.job.JobDefaults;
import dev.storefront.history.job.JobSettings;
import java.time.Clock;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/**
 * The job: page views from Kafka into Redis. It begins where the consumer group of
 * browse-history-service has got to, and commits what it has written there, so that either may go
 * on where the other ended.
 */
public final class PageViewIngest {

  private static final String TOPIC = "page-views";
  private static final String GROUP = "browse-history";

  private PageViewIngest() {}

  /** Submits the job; docs/deployment.md says what it can be told. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.of(arguments);
    StreamExecutionEnvironment flink = JobDefaults.environment(settings);
    IngestTopology.build(
        flink
            .fromSource(source(settings), WatermarkStrategy.noWatermarks(), TOPIC)
            .uid("page-views"),
        new HistorySink(
            settings.list("redis"),
            settings.namespace().isEmpty() ? "" : settings.namespace() + ":",
            deadViews(settings),
            settings.number("in-flight", 1_000, 1, 100_000)),
        deadLetters(settings),
        settings.number("merge-millis", 200, 0, 60_000),
        Clock.systemUTC());
    flink.execute("page-view-ingest");
  }

  private static KafkaSource<KafkaEvent> source(JobSettings settings) {
    return KafkaSource.<KafkaEvent>builder()
        .setProperties(settings.kafka())
        .setBootstrapServers(settings.text("bootstrap-servers"))
        .setTopics(settings.named(TOPIC))
        .setGroupId(settings.named(GROUP))
        .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
        .setDeserializer(new KafkaEventReader())
        .build();
  }

  private static DeadViews deadViews(JobSettings settings) {
    Properties kafka = settings.kafka();
    kafka.setProperty("bootstrap.servers", settings.text("bootstrap-servers"));
    return new DeadViews(kafka, settings.named(TOPIC), letters(settings));
  }

  private static DeadLetterWriter letters(JobSettings settings) {
    return new DeadLetterWriter(settings.named(TOPIC + ".dlt"), settings.named(GROUP));
  }

  private static KafkaSink<DeadLetter> deadLetters(JobSettings settings) {
    return KafkaSink.<DeadLetter>builder()
        .setKafkaProducerConfig(settings.kafka())
        .setBootstrapServers(settings.text("bootstrap-servers"))
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setRecordSerializer(letters(settings))
        .build();
  }
}
