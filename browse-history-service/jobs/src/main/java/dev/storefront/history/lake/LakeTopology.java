package dev.storefront.history.lake;

import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.EventChecks;
import dev.storefront.history.events.KafkaEvent;
import java.time.Clock;
import java.time.ZoneId;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.compactor.FileCompactStrategy;
import org.apache.flink.connector.file.sink.compactor.RecordWiseFileCompactor;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.OutputTag;

/** What happens between the topic and the files; where events come from is the caller's. */
final class LakeTopology {

  // The engine that records makes dead letters of the same events; here they are counted.
  private static final OutputTag<DeadLetter> FAULTY =
      new OutputTag<>("faulty", TypeInformation.of(DeadLetter.class));

  private final String folder;
  private final ZoneId zone;
  private final Clock clock;

  /**
   * @param folder of the lake, on any file system that Flink knows
   * @param zone whose midnights part the days
   * @param clock serializable
   */
  LakeTopology(String folder, ZoneId zone, Clock clock) {
    this.folder = folder;
    this.zone = zone;
    this.clock = clock;
  }

  /**
   * Adds the writing to a job.
   *
   * @param checkpointsOfAFile of how many checkpoints the views go into one file
   * @param mostBytes a file that is longer is not put together with others
   */
  void write(DataStream<KafkaEvent> events, int checkpointsOfAFile, long mostBytes) {
    Clock arrival = clock;
    events
        .process(new EventChecks(FAULTY, clock))
        .name("checks")
        .uid("checks")
        .map(
            view ->
                new LakeView(
                    view.eventId(), view.userId(), view.skuId(), view.viewedAt(), arrival.millis()))
        .returns(TypeInformation.of(LakeView.class))
        .name("arrival")
        .uid("arrival")
        .sinkTo(files(checkpointsOfAFile, mostBytes))
        .name("lake")
        .uid("lake");
  }

  private FileSink<LakeView> files(int checkpointsOfAFile, long mostBytes) {
    return FileSink.forBulkFormat(new Path(folder), LakeColumns.VIEWS.writers())
        .withBucketAssigner(new ArrivalDay(zone))
        .withOutputFileConfig(
            OutputFileConfig.builder().withPartPrefix("views").withPartSuffix(".parquet").build())
        .enableCompact(
            FileCompactStrategy.Builder.newBuilder()
                .enableCompactionOnCheckpoint(checkpointsOfAFile)
                .setSizeThreshold(mostBytes)
                .setNumCompactThreads(1)
                .build(),
            new RecordWiseFileCompactor<>(LakeColumns.VIEWS::open))
        .build();
  }

  /**
   * Adds the retention.
   *
   * @param days how many days are kept besides today
   */
  void retain(DataStream<Long> reminders, int days) {
    reminders
        .process(new Retention(folder, zone, days, clock))
        .returns(Types.VOID)
        .name("retention")
        .uid("retention")
        .setParallelism(1)
        .sinkTo(new DiscardingSink<>())
        .name("none")
        .uid("none")
        .setParallelism(1);
  }
}
