package dev.storefront.usertag.rebuild;

import dev.storefront.common.redis.RedisDoubt;
import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Has a run build the segments anew that lie in slots of a Redis that fell back. Until it has come
 * to a segment, nothing is answered from it.
 */
@Component
class DoubtRepair implements RedisFallbackListener {

  private final Runs<RebuildRequest, RebuildProgress> rebuilds;

  /** The run for each doubt that is open. */
  private final Map<String, Long> started = new HashMap<>();

  DoubtRepair(Runs<RebuildRequest, RebuildProgress> rebuilds) {
    this.rebuilds = rebuilds;
  }

  @Override
  public synchronized boolean isRepaired(RedisDoubt doubt) {
    String key = "doubt/" + doubt.cluster() + "/" + doubt.generation();
    Long id = started.get(key);
    RunState state = id == null ? null : rebuilds.find(id).map(run -> run.state()).orElse(null);
    if (state == null || state == RunState.FAILED || state == RunState.CANCELLED) {
      start(doubt, key);
      return false;
    }
    if (state == RunState.DONE) {
      started.remove(key);
      return true;
    }
    return false;
  }

  /** Of several instances that find no run, one starts it. */
  private void start(RedisDoubt doubt, String key) {
    RunStart start = rebuilds.startAlone(RebuildRequest.of(doubt.slots()), key);
    if (start instanceof RunStart.Started run) {
      started.put(key, run.id());
    } else if (start instanceof RunStart.AlreadyRunning run) {
      started.put(key, run.id());
    }
  }
}
