package dev.storefront.history.offline;

import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.Pauses.Pause;
import dev.storefront.history.core.RowDraft;
import dev.storefront.history.core.View;
import java.util.List;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Makes a user's row of the user's facts, if one of them is fresh. A batch brings all facts of one
 * user, in the order of their time stamps, then those of the next one; a timer tells the end of
 * each. So the draft is of one user at a time, and needs no keyed state.
 */
final class MakeRow extends KeyedProcessFunction<String, Fact, UserRow> {

  private static final long serialVersionUID = 1L;

  private final long asOf;
  private transient @Nullable RowDraft draft;
  private transient boolean changed;
  private transient LongCounter out;
  private transient LongCounter dropped;
  private transient LongCounter users;

  /**
   * @param asOf the run's logical time, epoch milliseconds
   */
  MakeRow(long asOf) {
    this.asOf = asOf;
  }

  @Override
  public void open(OpenContext context) {
    out = getRuntimeContext().getLongCounter(Counts.OUT);
    dropped = getRuntimeContext().getLongCounter(Counts.DROPPED);
    users = getRuntimeContext().getLongCounter(Counts.USERS);
  }

  @Override
  public void processElement(Fact fact, Context context, Collector<UserRow> collector) {
    RowDraft user = draft;
    if (user == null) {
      user = new RowDraft(asOf);
      draft = user;
      changed = false;
      context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }
    changed |= fact.fresh();
    if (!fact.deletion()) {
      user.viewed(new View(fact.skuId(), fact.at()));
    } else if (fact.from() > 0) {
      user.paused(new Pause(fact.from(), fact.at() + 1));
    } else if (fact.skuId() == 0) {
      user.cleared(fact.at());
    } else {
      user.deleted(fact.skuId(), fact.at());
    }
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<UserRow> collector) {
    RowDraft user = draft;
    draft = null;
    if (user != null && changed) {
      List<View> row = user.row();
      collector.collect(new UserRow(context.getCurrentKey(), PackedViews.encode(row)));
      out.add(1L);
      users.add(1L);
      dropped.add(user.viewsTaken() - row.size());
    }
  }
}
