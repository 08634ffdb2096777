package dev.storefront.shortlink.repair;

import dev.storefront.common.redis.RedisDoubt;
import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.shortlink.link.LinkRepair;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Has a run put right what a Redis may have lost that fell back. Meanwhile each link is confirmed
 * as it is asked for, once that can be done.
 */
@Component
class DoubtRepair implements RedisFallbackListener {

  private final Runs<RepairRequest, RepairProgress> repairs;
  private final LinkRepair links;

  /** The run for each doubt. */
  private final Map<String, Long> started = new HashMap<>();

  DoubtRepair(Runs<RepairRequest, RepairProgress> repairs, LinkRepair links) {
    this.repairs = repairs;
    this.links = links;
  }

  @Override
  public synchronized boolean isRepaired(RedisDoubt doubt) {
    String key = "doubt/" + doubt.cluster() + "/" + doubt.generation();
    Long id = started.get(key);
    Optional<Run<RepairRequest, RepairProgress>> run =
        id == null ? Optional.empty() : repairs.find(id);
    RunState state = run.map(Run::state).orElse(RunState.FAILED);
    if (state == RunState.FAILED || state == RunState.CANCELLED) {
      start(doubt, key);
      return false;
    }
    if (run.filter(found -> found.progress().complete()).isPresent()) {
      links.confirmFrom(doubt.generation());
    }
    return state == RunState.DONE;
  }

  /** Of several instances that find no run, one starts it. */
  private void start(RedisDoubt doubt, String key) {
    RunStart start =
        repairs.startAlone(new RepairRequest(doubt.slots(), doubt.since().toEpochMilli()), key);
    if (start instanceof RunStart.Started run) {
      started.put(key, run.id());
    } else if (start instanceof RunStart.AlreadyRunning run) {
      started.put(key, run.id());
    }
  }
}
