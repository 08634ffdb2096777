package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import java.io.IOException;
import java.time.Duration;

/**
 * Grabs over HTTP with everything on: tokens, the ledger's acknowledgement by Kafka, its way into
 * MySQL, metrics. Accepted and refused ones apart, beside an endpoint of the same service that does
 * nothing, and beside what one would write in SQL alone.
 */
public final class GrabsOverHttp {

  private static final int CLIENTS = 32;
  private static final int QUOTA = 1_000_000;
  private static final int UNITS_AS_ROWS = 100_000;
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /** The JVM compiles what a grab needs for about this long on two cores. */
  private static final Duration LONG_WARM_UP = Duration.ofSeconds(90);

  private static final Duration MEASURED = Duration.ofSeconds(8);
  private static final Duration CATCHING_UP = Duration.ofSeconds(60);
  private static final byte[] LIVENESS = HttpCaller.get("/actuator/health/liveness");
  private static final int OK = 200;

  private final Report report;
  private final ServiceUnderTest service;
  private final SqlSales sql;
  private double empty;

  private GrabsOverHttp(Report report, ServiceUnderTest service) {
    this.report = report;
    this.service = service;
    this.sql = SqlSales.create(service.room(), QUOTA, UNITS_AS_ROWS);
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.FLASH_SALE)) {
      new GrabsOverHttp(report, service).run();
    }
  }

  private void run() {
    Sale open = Sale.open(service, QUOTA, Sale.LIMIT_PER_BUYER);
    Sale soldOut = Sale.open(service, 1, Sale.LIMIT_PER_BUYER);
    new Clients(1, soldOut::buyer).calls(1);
    report.line(
        "%d clients, each with a connection. Flat out: each calls again at once. Half: an open loop at"
                .formatted(CLIENTS)
            + " half of that rate, latencies from when a call was due. Clients, service and servers"
            + " share the processors. SQL is called by JDBC directly, without a service.");
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
    new Clients(CLIENTS, this::nobody).flatOut(WARM_UP);
    new Clients(CLIENTS, open::buyer).flatOut(LONG_WARM_UP);
    new Clients(CLIENTS, soldOut::latecomer).flatOut(WARM_UP);
    measure("empty endpoint", this::nobody);
    measure("**grab, accepted**", open::buyer);
    awaitLedger(open);
    measure("**grab, sold out**", soldOut::latecomer);
    measure("SQL: UPDATE .. SET b = b - n WHERE b >= n, accepted", () -> sql.oneRow(true));
    measure("SQL: the same, sold out", () -> sql.oneRow(false));
    measure("SQL: SELECT .. FOR UPDATE SKIP LOCKED, accepted", () -> sql.skipLocked(true));
    measure("SQL: the same, sold out", () -> sql.skipLocked(false));
  }

  /** Asks for nothing. */
  private Caller nobody() throws IOException {
    return new HttpCaller(service.port(), () -> LIVENESS, OK);
  }

  private void measure(String what, Caller.Opening opening) {
    Clients clients = new Clients(CLIENTS, opening);
    LoadResult flatOut = clients.flatOut(MEASURED);
    if (empty == 0) {
      empty = flatOut.goodRate();
    }
    LoadResult half = clients.at(Math.max(1, (int) (flatOut.goodRate() / 2)), MEASURED);
    report.row(
        what,
        "%.0f".formatted(flatOut.goodRate()),
        "%.0f %%".formatted(100 * flatOut.goodRate() / empty),
        half.rate(),
        "%.1f".formatted(half.millis(50)),
        "%.1f".formatted(half.millis(99)),
        "%.1f".formatted(half.millis(99.9)),
        flatOut.failed() + half.failed());
  }

  /** What was accepted is on its way into MySQL, which would slow down what comes next. */
  private void awaitLedger(Sale sale) {
    String path = "/api/v1/promotions/" + sale.promotionId();
    long taken = QUOTA - service.get(path).path("remaining").asLong(0);
    ServiceUnderTest.await(
        "the ledger in MySQL", CATCHING_UP, () -> sql.ledgerRows(sale.promotionId()) >= taken);
  }
}
