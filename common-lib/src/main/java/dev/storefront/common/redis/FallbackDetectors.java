package dev.storefront.common.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/** A detector for each of the service's clusters, which looks at its nodes all the time. */
final class FallbackDetectors implements SmartLifecycle, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(FallbackDetectors.class);

  /** Far shorter than any cluster takes to have a replica take over, and back. */
  private static final long LOOK_MILLIS = 500;

  private static final long TELL_MILLIS = 1_000;

  private final Map<String, FallbackDetector> detectors;
  private final ObjectProvider<RedisFallbackListener> listeners;
  private @Nullable ScheduledExecutorService timer;

  FallbackDetectors(
      Map<String, FallbackDetector> detectors, ObjectProvider<RedisFallbackListener> listeners) {
    this.detectors = detectors;
    this.listeners = listeners;
  }

  /** The cluster's, null if there is no such cluster. */
  @Nullable FallbackDetector of(String cluster) {
    return detectors.get(cluster);
  }

  /** What each cluster's generation is, as far as is known here. */
  Map<String, Long> generations() {
    Map<String, Long> generations = new HashMap<>();
    detectors.forEach(
        (cluster, detector) -> {
          Known known = detector.known();
          generations.put(cluster, known == null ? 1 : known.generation());
        });
    return generations;
  }

  /** None of the tasks waits for another, for the database may be away. */
  @Override
  public synchronized void start() {
    ScheduledExecutorService started =
        Executors.newScheduledThreadPool(
            3,
            task -> {
              Thread thread = new Thread(task, "redis-fallbacks");
              thread.setDaemon(true);
              return thread;
            });
    repeat(started, FallbackDetector::lookAround, LOOK_MILLIS);
    repeat(started, FallbackDetector::refresh, LOOK_MILLIS);
    repeat(started, this::tell, TELL_MILLIS);
    timer = started;
  }

  private interface Task {
    void run(FallbackDetector detector);
  }

  private void repeat(ScheduledExecutorService on, Task task, long millis) {
    on.scheduleWithFixedDelay(
        () -> detectors.values().forEach(detector -> run(task, detector)),
        0,
        millis,
        TimeUnit.MILLISECONDS);
  }

  private static void run(Task task, FallbackDetector detector) {
    try {
      task.run(detector);
    } catch (RuntimeException e) {
      log.debug("Later", e);
    } catch (Error e) {
      // The timer would end the task without a word.
      log.error("Later", e);
    }
  }

  private void tell(FallbackDetector detector) {
    for (RedisDoubt doubt : detector.open()) {
      List<Boolean> repaired = told().map(listener -> isRepaired(listener, doubt)).toList();
      if (!repaired.contains(false)) {
        detector.settle(doubt);
        log.info(
            "Generation {} of Redis cluster {}: what was in doubt is right again",
            doubt.generation(),
            doubt.cluster());
      }
    }
  }

  private Stream<RedisFallbackListener> told() {
    return listeners.orderedStream();
  }

  private static boolean isRepaired(RedisFallbackListener listener, RedisDoubt doubt) {
    try {
      return listener.isRepaired(doubt);
    } catch (RuntimeException e) {
      log.warn("Slots {} stay in doubt for now: {}", doubt.slots(), e.toString());
      return false;
    }
  }

  @Override
  public synchronized void stop() {
    ScheduledExecutorService started = timer;
    if (started != null) {
      started.shutdownNow();
      timer = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return timer != null;
  }

  @Override
  public void close() {
    stop();
    detectors.values().forEach(FallbackDetector::close);
  }
}
