package dev.storefront.benchmarks.load;

import dev.storefront.benchmarks.report.Report;
import java.time.Duration;

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
  private static final Duration FIRST_WARM_UP = Duration.ofSeconds(30);

  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration MEASURED = Duration.ofSeconds(6);
  private static final Duration BESIDE = Duration.ofSeconds(3);

  private final Report report;
  private final int connections;
  private final Clients empty;

  /**
   * Begins the table, with a row for the empty endpoint of the service on that port of this
   * machine.
   *
   * @param connections clients, each with a connection and a thread of its own
   */
  public BesideEmpty(Report report, int port, int connections) {
    this.report = report;
    this.connections = connections;
    Caller.Opening nothing = () -> new HttpCaller(port, () -> NOTHING, OK);
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

  /** Warms up, measures and adds a row. */
  public void row(String what, Caller.Opening opening) {
    row(what, opening, () -> {});
  }

  /**
   * The same for calls that leave work behind.
   *
   * @param quiet waits until that work is done
   */
  public void row(String what, Caller.Opening opening, Runnable quiet) {
    Clients clients = new Clients(connections, opening);
    clients.flatOut(WARM_UP);
    quiet.run();
    double before = empty.flatOut(BESIDE).goodRate();
    LoadResult flatOut = clients.flatOut(MEASURED);
    quiet.run();
    double beside = (before + empty.flatOut(BESIDE).goodRate()) / 2;
    LoadResult half = clients.at(Math.max(1, (int) (flatOut.goodRate() / 2)), MEASURED);
    quiet.run();
    report.row(
        what,
        "%.0f".formatted(flatOut.goodRate()),
        "%.0f".formatted(beside),
        "%.0f %%".formatted(100 * flatOut.goodRate() / beside),
        half.rate(),
        "%.1f".formatted(half.millis(50)),
        "%.1f".formatted(half.millis(99)),
        "%.1f".formatted(half.millis(99.9)),
        flatOut.failed() + half.failed());
  }
}
