package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.MainProcess;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Grabs over HTTP with everything on: tokens, the ledger's acknowledgement by Kafka, its way into
 * MySQL, metrics. Accepted and refused ones apart, beside an endpoint of the same service that does
 * nothing, and beside what one would write in SQL alone.
 */
public final class GrabsOverHttp {

  private static final int CLIENTS = 32;

  /** More than all warm-ups and measurements of a row take together. */
  private static final int QUOTA = 1_000_000;

  /** The JVM compiles what a grab needs for about this long on two cores. */
  private static final Duration LONG_WARM_UP = Span.seconds(90);

  private static final int TURNS = 3;

  private static final Duration CATCHING_UP = Duration.ofMinutes(3);

  private final Report report;
  private final ServiceUnderTest service;
  private final SqlSales sql;
  private final List<String> ahead = new ArrayList<>();

  private GrabsOverHttp(Report report, ServiceUnderTest service) {
    this.report = report;
    this.service = service;
    this.sql = SqlSales.create(service.room(), QUOTA);
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
    BesideEmpty table = new BesideEmpty(report, service.port(), CLIENTS);
    new Clients(CLIENTS, open::buyer).flatOut(LONG_WARM_UP);
    awaitLedger(open);
    besideSql(table, open, soldOut);
    report.line("");
    report.line(
        "Accepted grabs for each of HTTP and one SQL transaction, by turns: "
            + String.join(", ", ahead));
    table.profile(service.pid());
  }

  /**
   * The rival does the same over HTTP by one transaction: the order's row, the buyer's limit, and
   * UPDATE .. WHERE b >= n. No promotion's rate, no ledger, and the answer does not say what
   * remains. What it answered has to be in its tables. Both take turns, as a machine is not as fast
   * all the time.
   */
  private void besideSql(BesideEmpty table, Sale open, Sale soldOut) {
    String token = service.token(Identity.service("order-app"));
    try (MainProcess rival = sql.service()) {
      Caller.Opening rivalAccepts = () -> sql.overHttp(rival, token, true);
      new Clients(CLIENTS, rivalAccepts).flatOut(LONG_WARM_UP);
      for (int turn = 1; turn <= TURNS; turn++) {
        double accepted =
            table.row("**grab, accepted**, turn " + turn, open::buyer, () -> awaitLedger(open));
        double ofRival =
            table.row("**HTTP and one SQL transaction, accepted**, turn " + turn, rivalAccepts);
        ahead.add("%.2f".formatted(accepted / ofRival));
      }
      table.row("**grab, sold out**", soldOut::latecomer);
      table.emptyAgain();
      table.row("HTTP and one SQL transaction, sold out", () -> sql.overHttp(rival, token, false));
      // The stack's only broker acknowledges before its disk has the record.
      sql.syncingNoCommit(
          () ->
              table.row(
                  "**HTTP and one SQL transaction that waits for no disk, accepted**",
                  rivalAccepts));
      sql.requireCommitted();
    }
  }

  /** What was accepted is on its way into MySQL, which would slow down what comes next. */
  private void awaitLedger(Sale sale) {
    String path = "/api/v1/promotions/" + sale.promotionId();
    long taken = QUOTA - service.get(path).path("remaining").asLong(0);
    ServiceUnderTest.await(
        "the ledger in MySQL", CATCHING_UP, () -> sql.ledgerRows(sale.promotionId()) >= taken);
  }
}
