package dev.storefront.localstack.cli;

import dev.storefront.localstack.process.Progress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Shows what is being started and stopped, with the seconds it has taken: one line for each process
 * that is done, and those still under way each second below, or each 10 s where nobody watches.
 */
final class ConsoleProgress implements Progress, AutoCloseable {

  private static final int WATCHED_SECONDS = 1;
  private static final int UNWATCHED_SECONDS = 10;

  /** A longer line would break on a usual terminal, and what is written over it would stay. */
  private static final int WIDTH = 79;

  private final Terminal terminal;
  private final Map<String, Long> underWay = new ConcurrentSkipListMap<>();
  private final Future<?> ticking;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();

  ConsoleProgress(Terminal terminal) {
    this.terminal = terminal;
    int period = terminal.interactive() ? WATCHED_SECONDS : UNWATCHED_SECONDS;
    ticking = ticker.scheduleAtFixedRate(this::tick, period, period, TimeUnit.SECONDS);
  }

  private void tick() {
    if (underWay.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    String line =
        underWay.entrySet().stream()
            .map(e -> "%s %d s".formatted(e.getKey(), (now - e.getValue()) / 1_000_000_000L))
            .collect(Collectors.joining(", ", "  waiting for ", ""));
    if (terminal.interactive()) {
      terminal.status(line.substring(0, Math.min(WIDTH, line.length())));
    } else {
      terminal.line(line);
    }
  }

  @Override
  public void starting(String name) {
    begin(name, "starting");
  }

  @Override
  public void ready(String name, Duration took) {
    end(name, "ready", took);
  }

  @Override
  public void failed(String name, Duration took) {
    end(name, "FAILED", took);
  }

  @Override
  public void stopping(String name) {
    begin(name, "stopping");
  }

  @Override
  public void stopped(String name, Duration took) {
    end(name, "stopped", took);
  }

  private void begin(String name, String what) {
    underWay.put(name, System.nanoTime());
    if (!terminal.interactive()) {
      terminal.line("  %-24s %s".formatted(name, what));
    }
  }

  private void end(String name, String what, Duration took) {
    underWay.remove(name);
    terminal.line("  %-24s %-8s %5.1f s".formatted(name, what, took.toMillis() / 1000.0));
  }

  @Override
  public void close() {
    ticking.cancel(false);
    ticker.shutdownNow();
  }
}
