package dev.storefront.history.ingest;

import dev.storefront.history.core.PageView;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps the views of a user for a moment and hands them on together: one Redis call for all. Which
 * one of a SKU counts is for the script to say, as only Redis knows of pauses. Hands everything on
 * before a checkpoint too, so that nothing waits here when the offsets of what was read are
 * committed; whoever goes on from them misses nothing.
 */
final class MergeViews extends AbstractStreamOperator<UserViews>
    implements OneInputStreamOperator<PageView, UserViews>,
        Triggerable<String, VoidNamespace>,
        BoundedOneInput {

  /** The most views of a user that wait. */
  static final int MOST_WAITING = 100;

  private static final long serialVersionUID = 1L;

  private final long mergeMillis;
  private final ValueStateDescriptor<UserViews> descriptor =
      new ValueStateDescriptor<>("waiting", TypeInformation.of(new TypeHint<UserViews>() {}));

  private transient ValueState<UserViews> waiting;
  private transient InternalTimerService<VoidNamespace> timers;
  private transient Counter taken;
  private transient Counter calls;
  private transient Counter saved;

  /**
   * @param mergeMillis how long the first view of a user waits for others, 0 or more
   */
  @SuppressWarnings("NullAway.Init") // Flink calls open() before all else
  MergeViews(long mergeMillis) {
    this.mergeMillis = mergeMillis;
  }

  @Override
  public void open() throws Exception {
    super.open();
    waiting = getPartitionedState(descriptor);
    timers = getInternalTimerService("merged", VoidNamespaceSerializer.INSTANCE, this);
    taken = getMetricGroup().counter("viewsTaken");
    calls = getMetricGroup().counter("redisCalls");
    saved = getMetricGroup().counter("redisCallsSaved");
  }

  @Override
  public void processElement(StreamRecord<PageView> element) throws Exception {
    PageView view = element.getValue();
    UserViews before = waiting.value();
    UserViews now =
        before == null
            ? new UserViews(view.userId(), new long[] {view.skuId(), view.viewedAt()}, 1)
            : before.with(view.skuId(), view.viewedAt());
    taken.inc();
    waiting.update(now);
    if (now.size() >= MOST_WAITING) {
      handOn(waiting);
    } else if (before == null) {
      long due = timers.currentProcessingTime() + mergeMillis;
      timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, due);
    }
  }

  private void handOn(ValueState<UserViews> state) throws Exception {
    UserViews views = state.value();
    if (views != null) {
      state.clear();
      calls.inc();
      saved.inc(views.taken() - 1L);
      output.collect(new StreamRecord<>(views));
    }
  }

  private void handOnAll() throws Exception {
    getKeyedStateBackend()
        .applyToAllKeys(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            descriptor,
            (key, state) -> handOn(state));
  }

  @Override
  public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
    handOn(waiting);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    handOnAll();
  }

  @Override
  public void endInput() throws Exception {
    handOnAll();
  }

  @Override
  public void onEventTime(InternalTimer<String, VoidNamespace> timer) {
    // There are none.
  }
}
