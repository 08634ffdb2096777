package dev.storefront.benchmarks.load;

import dev.storefront.benchmarks.report.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table of calls of one service, each beside an endpoint of it that does nothing: flat out, and
 * latencies at half of that rate. Clients, service and servers share the processors.
 *
 * <p>A JVM that just started compiles for minutes and grows faster meanwhile. So each call is
 * warmed up, and the empty endpoint is measured again before and after each call: the share in a
 * row is of the mean of these two.
 */
public final class BesideEmpty {

  private static final int OK = 200;
  private static final byte[] NOTHING = HttpCaller.get("/actuator/health/liveness");

  /** The JVM compiles what a usual request needs for about this long on two cores. */
  private static final Duration FIRST_WARM_UP = Span.seconds(30);

  private static final Duration WARM_UP = Span.seconds(20);
  private static final Duration MEASURED = Span.seconds(6);

  /** As many calls as it takes for a p99.9, also where they are slow. */
  private static final Duration HALF = Span.seconds(20);

  private static final Duration BESIDE = Span.seconds(3);

  private final Report report;
  private final int connections;
  private final Caller.Opening nothing;
  private final Clients empty;
  private final Map<String, Long> watched = new TreeMap<>();
  private final List<String> processors = new ArrayList<>();
  private final Map<String, Profile.Window> windows = new LinkedHashMap<>();

  /**
   * Begins the table, with a row for the empty endpoint of the service on that port of this
   * machine.
   *
   * @param connections clients, each with a connection and a thread of its own
   */
  public BesideEmpty(Report report, int port, int connections) {
    this(report, port, connections, Map.of());
  }

  /**
   * Begins the table.
   *
   * @param watched process numbers by the names to show, for {@link #processors()}
   */
  public BesideEmpty(Report report, int port, int connections, Map<String, Long> watched) {
    this.report = report;
    this.connections = connections;
    this.watched.putAll(watched);
    this.nothing = () -> new HttpCaller(port, () -> NOTHING, OK);
    this.empty = new Clients(connections, nothing);
    report.line(
        ("%d clients. Flat out: each calls again at once; the share is of the empty endpoint's rate"
                + " just before and after. Half: an open loop at half of the rate, latencies from"
                + " when a call was due. Clients, service and servers share the processors.")
            .formatted(connections));
    report.line("");
    report.head(
        "what",
        "flat out/s",
        "empty endpoint/s",
        "share",
        "half/s",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "unexpected");
    empty.flatOut(FIRST_WARM_UP);
    row("empty endpoint", nothing);
  }

  /**
   * Adds another row for the empty endpoint: the first one is of a JVM that has just started, so
   * that its latencies are not what those of other rows are to be compared with.
   */
  public void emptyAgain() {
    row("empty endpoint, now that all is compiled", nothing);
  }

  /** Adds below the table how many processors each process kept busy flat out. */
  public void processors() {
    report.line("");
    report.line("Processors in use flat out:");
    report.line("");
    processors.forEach(report::line);
  }

  /**
   * Adds below the table where the threads of a service were at flat out, if a {@link Profile} is
   * wanted.
   *
   * @param pid of the service
   */
  public void profile(long pid) {
    Profile.report(report, pid, windows);
  }

  /**
   * Warms up, measures and adds a row.
   *
   * @return good replies a second, flat out
   */
  public double row(String what, Caller.Opening opening) {
    return row(what, opening, () -> {});
  }

  /**
   * The same for calls that leave work behind.
   *
   * @param quiet waits until that work is done
   */
  public double row(String what, Caller.Opening opening, Runnable quiet) {
    Clients clients = new Clients(connections, opening);
    clients.flatOut(WARM_UP);
    quiet.run();
    double before = empty.flatOut(BESIDE).goodRate();
    CpuShares cpu = CpuShares.begin(watched);
    Instant start = Instant.now();
    LoadResult flatOut = clients.flatOut(MEASURED);
    windows.put(what, new Profile.Window(start, Instant.now()));
    processors.add("- %s: %s".formatted(what.replace("*", ""), cpu.text()));
    quiet.run();
    double beside = (before + empty.flatOut(BESIDE).goodRate()) / 2;
    LoadResult atHalf = clients.at(Math.max(1, (int) (flatOut.goodRate() / 2)), HALF);
    quiet.run();
    report.row(
        what,
        "%.0f".formatted(flatOut.goodRate()),
        "%.0f".formatted(beside),
        "%.0f %%".formatted(100 * flatOut.goodRate() / beside),
        atHalf.rate(),
        "%.1f".formatted(atHalf.millis(50)),
        "%.1f".formatted(atHalf.millis(99)),
        "%.1f".formatted(atHalf.millis(99.9)),
        flatOut.failed() + atHalf.failed());
    return flatOut.goodRate();
  }
}
