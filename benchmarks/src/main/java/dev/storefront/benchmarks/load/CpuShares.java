package dev.storefront.benchmarks.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How many processors each of some processes kept busy. */
final class CpuShares {

  private final Map<String, Long> pids;
  private final Map<String, Duration> before;
  private final long start;

  private CpuShares(Map<String, Long> pids) {
    this.pids = pids;
    this.before = times(pids);
    this.start = System.nanoTime();
  }

  /**
   * Begins to count.
   *
   * @param pids process numbers by the names to show
   */
  static CpuShares begin(Map<String, Long> pids) {
    return new CpuShares(new TreeMap<>(pids));
  }

  /** Processors in use on average since the beginning, each with its name. */
  String text() {
    return end().entrySet().stream()
        .map(share -> "%s %.2f".formatted(share.getKey(), share.getValue()))
        .collect(Collectors.joining(", "));
  }

  private Map<String, Double> end() {
    double nanos = System.nanoTime() - start;
    Map<String, Double> shares = new TreeMap<>();
    times(pids)
        .forEach(
            (name, time) ->
                shares.put(
                    name,
                    (time.toNanos() - before.getOrDefault(name, Duration.ZERO).toNanos()) / nanos));
    return shares;
  }

  private static Map<String, Duration> times(Map<String, Long> pids) {
    Map<String, Duration> times = new TreeMap<>();
    pids.forEach(
        (name, pid) ->
            ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .ifPresent(time -> times.put(name, time)));
    return times;
  }
}
