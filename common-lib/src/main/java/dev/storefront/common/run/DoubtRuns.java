package dev.storefront.common.run;

import dev.storefront.common.redis.RedisDoubt;
import dev.storefront.common.redis.RedisFallbackListener;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Has a run put right what a Redis may have lost that fell back: one for each doubt, whichever
 * instance starts it, and another one if that fails or is cancelled.
 */
public final class DoubtRuns<Q, P> implements RedisFallbackListener {

  private final Runs<Q, P> runs;
  private final Function<RedisDoubt, Q> request;
  private final String settings;
  private final BiConsumer<RedisDoubt, P> watcher;

  /** The run for each doubt. */
  private final Map<String, Long> started = new ConcurrentHashMap<>();

  /**
   * @param runs that put things right
   * @param request what a run for this doubt is asked for
   */
  public DoubtRuns(Runs<Q, P> runs, Function<RedisDoubt, Q> request) {
    this(runs, request, "", (doubt, progress) -> {});
  }

  /**
   * @param runs that put things right
   * @param request what a run for this doubt is asked for
   * @param settings instances with other ones have runs of their own; 100 characters at most
   * @param watcher hears in each look how far the run for this doubt is, or was at its end
   */
  public DoubtRuns(
      Runs<Q, P> runs,
      Function<RedisDoubt, Q> request,
      String settings,
      BiConsumer<RedisDoubt, P> watcher) {
    this.runs = runs;
    this.request = request;
    this.settings = settings;
    this.watcher = watcher;
  }

  @Override
  public boolean isRepaired(RedisDoubt doubt) {
    String key = "doubt/" + doubt.cluster() + "/" + doubt.generation() + settings;
    Optional<Run<Q, P>> run = Optional.ofNullable(started.get(key)).flatMap(runs::find);
    RunState state = run.map(Run::state).orElse(RunState.FAILED);
    if (state == RunState.FAILED || state == RunState.CANCELLED) {
      start(doubt, key);
      return false;
    }
    run.ifPresent(found -> watcher.accept(doubt, found.progress()));
    return state == RunState.DONE;
  }

  /** Of several that find no run, here or in another instance, one starts it. */
  private void start(RedisDoubt doubt, String key) {
    RunStart start = runs.startAlone(request.apply(doubt), key);
    if (start instanceof RunStart.Started run) {
      started.put(key, run.id());
    } else if (start instanceof RunStart.AlreadyRunning run) {
      started.put(key, run.id());
    }
  }
}
