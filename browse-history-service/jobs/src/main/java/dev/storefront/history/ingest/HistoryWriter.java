package dev.storefront.history.ingest;

import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a bounded number of calls under way, and repeats one that fails until it succeeds: while
 * Redis is away views wait, here and in Kafka. What no repeat will help becomes a dead letter. No
 * checkpoint, and so no commit of what was read, comes before all calls of what was read have
 * succeeded, or their views have been put aside.
 */
final class HistoryWriter implements SinkWriter<UserViews> {

  private static final Logger log = LoggerFactory.getLogger(HistoryWriter.class);
  private static final long PAUSE_MILLIS = 500;
  private static final long LOG_MILLIS = 10_000;

  private final RedisRecorder recorder;
  private final DeadViews deadViews;
  private final int mostInFlight;
  private final MailboxExecutor mailbox;
  private final ProcessingTimeService timers;
  private final Counter retries;
  private final Counter unrecordable;
  private int inFlight;
  private long quietUntil;

  HistoryWriter(
      RedisRecorder recorder,
      DeadViews deadViews,
      int mostInFlight,
      MailboxExecutor mailbox,
      ProcessingTimeService timers,
      MetricGroup metrics) {
    this.recorder = recorder;
    this.deadViews = deadViews;
    this.mostInFlight = mostInFlight;
    this.mailbox = mailbox;
    this.timers = timers;
    this.retries = metrics.counter("redisRetries");
    this.unrecordable = metrics.counter("viewsUnrecordable");
  }

  @Override
  public void write(UserViews views, Context context) throws InterruptedException {
    while (inFlight >= mostInFlight) {
      mailbox.yield();
    }
    inFlight++;
    attempt(views);
  }

  private void attempt(UserViews views) {
    recorder.record(views).whenComplete((reply, error) -> inMailbox(() -> settle(views, error)));
  }

  private void inMailbox(ThrowingRunnable<RuntimeException> next) {
    try {
      mailbox.execute(next, "a call has ended");
    } catch (RejectedExecutionException ended) {
      log.debug("The task has ended before a call did", ended);
    }
  }

  private void settle(UserViews views, @Nullable Throwable error) {
    if (error == null) {
      inFlight--;
      return;
    }
    Throwable cause = RedisRecorder.cause(error);
    if (RedisRecorder.canNeverSucceed(cause)) {
      deadViews
          .bury(views, String.valueOf(cause.getMessage()))
          .whenComplete((reply, notSent) -> inMailbox(() -> buried(views, cause, notSent)));
      return;
    }
    retries.inc();
    long now = timers.getCurrentProcessingTime();
    if (now >= quietUntil) {
      quietUntil = now + LOG_MILLIS;
      log.warn("Views of {} calls wait for Redis, or for Kafka", inFlight, error);
    }
    var unused = timers.registerTimer(now + PAUSE_MILLIS, time -> attempt(views));
  }

  private void buried(UserViews views, Throwable reason, @Nullable Throwable notSent) {
    if (notSent == null) {
      unrecordable.inc(views.size());
      log.error("Views of a user cannot be recorded", reason);
    }
    settle(views, notSent);
  }

  @Override
  public void flush(boolean endOfInput) throws InterruptedException {
    while (inFlight > 0) {
      mailbox.yield();
    }
  }

  @Override
  public void close() {
    try {
      recorder.close();
    } finally {
      deadViews.close();
    }
  }
}
