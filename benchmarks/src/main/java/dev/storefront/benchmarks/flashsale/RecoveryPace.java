package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.Room;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Json;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * How long a promotion stays closed whose orders Redis has lost: from the request for a recovery
 * until the next order is accepted.
 */
public final class RecoveryPace {

  private static final int ORDERS = 1_000_000;
  private static final int ROWS_OF_A_STATEMENT = 20_000;
  private static final int ONE_IN_SO_MANY_IS_CANCELLED = 10;
  private static final int MILLION = 1_000_000;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Report report;
  private final ServiceUnderTest service;

  private RecoveryPace(Report report, ServiceUnderTest service) {
    this.report = report;
    this.service = service;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.FLASH_SALE)) {
      new RecoveryPace(report, service).run();
    }
  }

  private void run() {
    Sale sale = Sale.open(service, ORDERS, Sale.LIMIT_PER_BUYER);
    fill(service.room(), sale.promotionId());
    try (RedisOfStack redis = new RedisOfStack(service.room().ports())) {
      redis.delete(service.room().key(""));
    }
    long start = System.nanoTime();
    String id =
        service
            .post("/api/v1/recoveries", Json.object("promotionId", sale.promotionId()))
            .path("id")
            .asString();
    ServiceUnderTest.await("the recovery", LONGEST, () -> isDone(recovery(id)));
    if (new Clients(1, sale::buyer).calls(1).failed() > 0) {
      throw new IllegalStateException("The promotion is not open");
    }
    show((System.nanoTime() - start) / 1e9, recovery(id));
  }

  private void show(double seconds, JsonNode recovery) {
    long items = recovery.path("rowsRead").asLong(0);
    long rows = items + items / ONE_IN_SO_MANY_IS_CANCELLED;
    report.line(
        "One promotion with a limit for each buyer, every tenth order cancelled. Redis was emptied.");
    report.line("");
    report.head("orders", "ledger rows", "seconds until open", "seconds per million ledger rows");
    report.row(
        items, rows, "%.1f".formatted(seconds), "**%.1f**".formatted(seconds * MILLION / rows));
    report.line("");
    report.line("Eleven of the seconds are the wait for grabs that were under way.");
  }

  private JsonNode recovery(String id) {
    return service.get("/api/v1/recoveries/" + id);
  }

  private static boolean isDone(JsonNode recovery) {
    if (recovery.path("state").asString().equals("FAILED")) {
      throw new IllegalStateException("The recovery failed: " + recovery);
    }
    return recovery.path("state").asString().equals("DONE");
  }

  /** Writes what the consumer would have written of so many orders. */
  private static void fill(Room room, long promotionId) {
    for (int first = 1; first <= ORDERS; first += ROWS_OF_A_STATEMENT) {
      String orders = "seq_%d_to_%d".formatted(first, first + ROWS_OF_A_STATEMENT - 1);
      room.execute(
          ledger(promotionId, "'GRAB'", "NULL", orders),
          ledger(promotionId, "'CANCEL'", "'USER'", orders + cancelled()),
          """
          INSERT INTO grab_item SELECT %s, %d, 1, IF(seq %% %d = 0, 'CANCELLED', 'GRABBED'), 1, NULL,
            %d - seq, %s, '203.0.113.7', IF(seq %% %d = 0, 'USER', NULL), %d FROM %s"""
              .formatted(
                  orderId(),
                  promotionId,
                  ONE_IN_SO_MANY_IS_CANCELLED,
                  ORDERS,
                  pin(),
                  ONE_IN_SO_MANY_IS_CANCELLED,
                  System.currentTimeMillis() + LONGEST.multipliedBy(10).toMillis(),
                  orders));
    }
  }

  private static String ledger(long promotionId, String kind, String reason, String orders) {
    return String.format(
        Locale.ROOT,
        "INSERT INTO grab_ledger SELECT %s, %d, 1, %s, 1, %s, '203.0.113.7', %s, %d FROM %s",
        orderId(),
        promotionId,
        kind,
        pin(),
        reason,
        System.currentTimeMillis(),
        orders);
  }

  private static String cancelled() {
    return " WHERE seq % " + ONE_IN_SO_MANY_IS_CANCELLED + " = 0";
  }

  private static String orderId() {
    return "CONCAT('R-20260618-', LPAD(seq, 7, '0'))";
  }

  private static String pin() {
    return "CONCAT('user-', LPAD(seq, 7, '0'))";
  }
}
