package dev.storefront.history.ingest;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Writes into the hot history, at least once. */
final class HistorySink implements Sink<UserViews> {

  private static final long serialVersionUID = 1L;

  private final Recorder.Factory recorders;
  private final DeadViews.Factory deadViews;
  private final int mostInFlight;

  /**
   * @param mostInFlight calls of one task that may be under way at a time, 1 or more
   */
  HistorySink(Recorder.Factory recorders, DeadViews.Factory deadViews, int mostInFlight) {
    this.recorders = recorders;
    this.deadViews = deadViews;
    this.mostInFlight = mostInFlight;
  }

  @Override
  public SinkWriter<UserViews> createWriter(WriterInitContext context) {
    return new HistoryWriter(
        recorders.open(),
        deadViews.open(),
        mostInFlight,
        context.getMailboxExecutor(),
        context.getProcessingTimeService(),
        context.metricGroup());
  }
}
