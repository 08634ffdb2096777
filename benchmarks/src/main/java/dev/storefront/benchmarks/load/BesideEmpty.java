package dev.storefront.benchmarks.load;

import dev.storefront.benchmarks.report.Report;
import java.time.Duration;

/**
 * A table of calls of one service, each beside an endpoint of it that does nothing: flat out, and
 * latencies at half of that rate. Clients, service and servers share the processors.
 */
public final class BesideEmpty {

  private static final int CLIENTS = 16;
  private static final int OK = 200;
  private static final byte[] NOTHING = HttpCaller.get("/actuator/health/liveness");
  private static final Duration WARM_UP = Duration.ofSeconds(12);
  private static final Duration MEASURED = Duration.ofSeconds(6);

  private final Report report;
  private final double empty;

  /** Begins the table, with the empty endpoint of the service on that port of this machine. */
  public BesideEmpty(Report report, int port) {
    this.report = report;
    report.line(
        ("%d clients. Flat out: each calls again at once. Half: an open loop at half of that rate,"
                + " latencies from when a call was due. Clients, service and servers share the"
                + " processors.")
            .formatted(CLIENTS));
    report.line("");
    report.head(
        "what",
        "flat out/s",
        "of the empty endpoint",
        "half/s",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "unexpected");
    empty = row("empty endpoint", () -> new HttpCaller(port, () -> NOTHING, OK), 0);
  }

  /** Warms up, measures and adds a row; gives the good replies a second. */
  public double row(String what, Caller.Opening opening) {
    return row(what, opening, empty);
  }

  private double row(String what, Caller.Opening opening, double hundred) {
    Clients clients = new Clients(CLIENTS, opening);
    clients.flatOut(WARM_UP);
    LoadResult flatOut = clients.flatOut(MEASURED);
    LoadResult half = clients.at(Math.max(1, (int) (flatOut.goodRate() / 2)), MEASURED);
    report.row(
        what,
        "%.0f".formatted(flatOut.goodRate()),
        hundred == 0 ? "" : "%.0f %%".formatted(100 * flatOut.goodRate() / hundred),
        half.rate(),
        "%.1f".formatted(half.millis(50)),
        "%.1f".formatted(half.millis(99)),
        "%.1f".formatted(half.millis(99.9)),
        flatOut.failed() + half.failed());
    return flatOut.goodRate();
  }
}
