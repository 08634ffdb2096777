package dev.storefront.history.recording;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.InvalidPageViewException;
import dev.storefront.history.core.PageView;
import dev.storefront.history.core.RecordViews;
import dev.storefront.history.core.View;
import io.lettuce.core.RedisCommandExecutionException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Takes page views in: one script call per user of a batch, all pipelined. While Redis is away the
 * batch is delivered again; recording is idempotent. A malformed event becomes a dead letter, and
 * so does one from more than five minutes ahead; one older than the history reaches is passed over.
 */
@Component
class PageViewListener {

  /** Of the listener, for who ends and starts it. */
  static final String ID = "page-views";

  private final ViewRecorder recorder;
  private final EventBatches batches;
  private final Clock clock;
  private final Counter tooOld;

  PageViewListener(ViewRecorder recorder, EventBatches batches, Clock clock, MeterRegistry meters) {
    this.recorder = recorder;
    this.batches = batches;
    this.clock = clock;
    this.tooOld = meters.counter("storefront.history.views.too.old");
  }

  @UseCase("record-views")
  @KafkaListener(
      id = ID,
      topics = "#{@namespace.topic('page-views')}",
      groupId = "#{@namespace.group('browse-history')}",
      concurrency = "${history.recording.concurrency:2}",
      batch = "true")
  public void take(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(records, this::read, this::record);
  }

  private PageView read(ConsumerRecord<String, byte[]> record) {
    try {
      return PageView.read(record.value(), clock.instant());
    } catch (InvalidPageViewException e) {
      throw new MalformedEventException(String.valueOf(e.getMessage()), e);
    }
  }

  private void record(List<PageView> events) {
    Instant now = clock.instant();
    Map<String, List<View>> viewsByUser = new HashMap<>();
    for (PageView event : events) {
      if (event.isTooOld(now)) {
        tooOld.increment();
      } else {
        viewsByUser.computeIfAbsent(event.userId(), user -> new ArrayList<>()).add(event.view());
      }
    }
    record(viewsByUser);
  }

  private void record(Map<String, List<View>> viewsByUser) {
    CompletableFuture<?>[] replies =
        viewsByUser.entrySet().stream()
            .map(user -> recorder.record(user.getKey(), user.getValue()))
            .toArray(CompletableFuture[]::new);
    try {
      ScriptRunner.await(CompletableFuture.allOf(replies));
    } catch (RedisCommandExecutionException e) {
      if (RecordViews.canNeverSucceed(e.getMessage())) {
        throw new MalformedEventException(String.valueOf(e.getMessage()), e);
      }
      throw e;
    }
  }
}
