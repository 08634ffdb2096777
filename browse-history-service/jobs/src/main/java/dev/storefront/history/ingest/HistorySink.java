package dev.storefront.history.ingest;

import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Writes into the hot history, at least once. */
final class HistorySink implements Sink<UserViews> {

  private static final long serialVersionUID = 1L;

  private final List<String> nodes;
  private final String prefix;
  private final DeadViews deadViews;
  private final int mostInFlight;

  /**
   * @param nodes some of Redis', as {@link RedisRecorder} has them
   * @param prefix what stands before every key, or empty
   * @param mostInFlight calls of one task that may be under way at a time, 1 or more
   */
  HistorySink(List<String> nodes, String prefix, DeadViews deadViews, int mostInFlight) {
    this.nodes = nodes;
    this.prefix = prefix;
    this.deadViews = deadViews;
    this.mostInFlight = mostInFlight;
  }

  @Override
  public SinkWriter<UserViews> createWriter(WriterInitContext context) {
    return new HistoryWriter(
        new RedisRecorder(nodes, prefix),
        deadViews,
        mostInFlight,
        context.getMailboxExecutor(),
        context.getProcessingTimeService(),
        context.metricGroup());
  }
}
