package dev.storefront.history.events;

import dev.storefront.history.core.InvalidPageViewException;
import dev.storefront.history.core.PageView;
import java.time.Clock;
import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Reads events. One that is malformed, or from more than five minutes ahead, becomes a dead letter;
 * one older than the history reaches is passed over.
 */
public final class EventChecks extends ProcessFunction<KafkaEvent, PageView> {

  private static final long serialVersionUID = 1L;

  private final OutputTag<DeadLetter> deadLetters;
  private final Clock clock;
  private transient Counter malformed;
  private transient Counter tooOld;

  /**
   * @param clock serializable
   */
  public EventChecks(OutputTag<DeadLetter> deadLetters, Clock clock) {
    this.deadLetters = deadLetters;
    this.clock = clock;
  }

  @Override
  public void open(OpenContext context) {
    malformed = getRuntimeContext().getMetricGroup().counter("deadLetters");
    tooOld = getRuntimeContext().getMetricGroup().counter("viewsTooOld");
  }

  @Override
  public void processElement(KafkaEvent event, Context context, Collector<PageView> out) {
    Instant now = clock.instant();
    PageView view;
    try {
      view = PageView.read(event.value(), now);
    } catch (InvalidPageViewException e) {
      malformed.inc();
      context.output(deadLetters, new DeadLetter(event, String.valueOf(e.getMessage())));
      return;
    }
    if (view.isTooOld(now)) {
      tooOld.inc();
    } else {
      out.collect(view);
    }
  }
}
