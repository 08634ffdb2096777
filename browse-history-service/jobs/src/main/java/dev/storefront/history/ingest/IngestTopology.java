package dev.storefront.history.ingest;

import dev.storefront.history.core.PageView;
import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.EventChecks;
import dev.storefront.history.events.KafkaEvent;
import java.time.Clock;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/** What happens between the topic and Redis; where events come from and go to is the caller's. */
final class IngestTopology {

  private static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));

  private IngestTopology() {}

  /**
   * Adds it to a job.
   *
   * @param mergeMillis how long the first view of a user waits for others
   * @param clock serializable
   */
  static void build(
      DataStream<KafkaEvent> events,
      Sink<UserViews> history,
      Sink<DeadLetter> deadLetters,
      long mergeMillis,
      Clock clock) {
    SingleOutputStreamOperator<PageView> views =
        events.process(new EventChecks(DEAD_LETTERS, clock)).name("checks").uid("checks");
    views.getSideOutput(DEAD_LETTERS).sinkTo(deadLetters).name("dead-letters").uid("dead-letters");
    views
        .keyBy(PageView::userId, Types.STRING)
        .transform("merge", TypeInformation.of(UserViews.class), new MergeViews(mergeMillis))
        .uid("merge")
        .sinkTo(history)
        .name("history")
        .uid("history");
  }
}
