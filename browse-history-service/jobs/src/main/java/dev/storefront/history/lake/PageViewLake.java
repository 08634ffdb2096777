package dev.storefront.history.lake;

import dev.storefront.history.events.KafkaEvent;
import dev.storefront.history.events.KafkaEventReader;
import dev.storefront.history.job.JobDefaults;
import dev.storefront.history.job.JobSettings;
import java.time.Clock;
import java.time.ZoneId;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: page views from Kafka into files. It has a consumer group of its own and runs beside
 * whoever records. Begun without a state it reads the whole topic: what the lake then has twice
 * changes nothing for who works it through, what it missed nobody could bring back.
 */
public final class PageViewLake {

  private static final String TOPIC = "page-views";
  private static final String GROUP = "browse-history-lake";
  private static final double REMINDERS_PER_SECOND = 1.0 / 600;
  private static final int MIB = 1 << 20;

  private PageViewLake() {}

  /** Submits the job; docs/deployment.md says what it can be told. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.of(arguments);
    StreamExecutionEnvironment flink = JobDefaults.environment(settings);
    LakeTopology lake =
        new LakeTopology(
            settings.text("lake"),
            ZoneId.of(settings.text("zone", "Asia/Shanghai")),
            Clock.systemUTC());
    lake.write(
        flink
            .fromSource(source(settings), WatermarkStrategy.noWatermarks(), TOPIC)
            .uid("page-views"),
        settings.number("file-checkpoints", 10, 1, 1_000),
        (long) settings.number("file-mib", 128, 1, 1_024) * MIB);
    lake.retain(
        flink
            .fromSource(reminders(), WatermarkStrategy.noWatermarks(), "reminders")
            .uid("reminders")
            .setParallelism(1),
        settings.number("days", 62, 1, 3_650));
    flink.execute("page-view-lake");
  }

  private static KafkaSource<KafkaEvent> source(JobSettings settings) {
    return KafkaSource.<KafkaEvent>builder()
        .setProperties(settings.kafka())
        .setBootstrapServers(settings.text("bootstrap-servers"))
        .setTopics(settings.named(TOPIC))
        .setGroupId(settings.named(GROUP))
        .setStartingOffsets(OffsetsInitializer.earliest())
        .setDeserializer(new KafkaEventReader())
        .build();
  }

  private static DataGeneratorSource<Long> reminders() {
    return new DataGeneratorSource<>(
        number -> number,
        Long.MAX_VALUE,
        RateLimiterStrategy.perSecond(REMINDERS_PER_SECOND),
        Types.LONG);
  }
}
