package dev.storefront.fitment.upkeep;

import dev.storefront.common.redis.RedisDoubt;
import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.fitment.placement.PlacedFitments;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Has a run look through what is in doubt after Redis fell back. Until it has come to a shelf,
 * checks do not believe what Redis has of it, and MySQL answers.
 */
@Component
class DoubtRepair implements RedisFallbackListener {

  private final Runs<DoubtRequest, UpkeepProgress> repairs;
  private final PlacedFitments placed;

  /** The run for each doubt. */
  private final Map<String, Long> started = new HashMap<>();

  DoubtRepair(Runs<DoubtRequest, UpkeepProgress> repairs, PlacedFitments placed) {
    this.repairs = repairs;
    this.placed = placed;
  }

  /** Another cell's Redis is looked through by that cell's instances. */
  @Override
  public synchronized boolean isRepaired(RedisDoubt doubt) {
    if (!placed.isOwn(doubt.cluster())) {
      return false;
    }
    String key = doubt.cluster() + "/" + doubt.generation() + "/" + settings();
    Long id = started.get(key);
    RunState state = id == null ? null : stateOf(id);
    if (state == null || state == RunState.FAILED || state == RunState.CANCELLED) {
      start(doubt, key);
      return false;
    }
    return state == RunState.DONE;
  }

  /** Instances with other settings of where groups lie, and other cells, have their own runs. */
  private UUID settings() {
    return UUID.nameUUIDFromBytes(placed.settings().getBytes(StandardCharsets.UTF_8));
  }

  private @Nullable RunState stateOf(long id) {
    return repairs.find(id).map(run -> run.state()).orElse(null);
  }

  /** Of several instances that find no run, one starts it. */
  private void start(RedisDoubt doubt, String key) {
    RunStart start =
        repairs.startAlone(
            new DoubtRequest(doubt.cluster(), doubt.generation(), doubt.slots(), placed.settings()),
            key);
    if (start instanceof RunStart.Started run) {
      started.put(key, run.id());
    } else if (start instanceof RunStart.AlreadyRunning run) {
      started.put(key, run.id());
    }
  }
}
