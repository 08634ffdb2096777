package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import java.time.Duration;

/**
 * What an order of one item costs in Redis ({@code used_memory} of all nodes, keys included): with
 * its record, which goes ten minutes after MySQL has the order, and without it.
 */
public final class BytesPerOrder {

  private static final int ORDERS = 100_000;
  private static final int CLIENTS = 32;
  private static final Duration SETTLING = Duration.ofSeconds(30);

  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;

  private BytesPerOrder(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.FLASH_SALE);
        RedisOfStack redis = new RedisOfStack(service.room().ports())) {
      new BytesPerOrder(report, service, redis).run();
    }
  }

  private void run() {
    report.line(
        "Bytes per order, %d orders of one item, the quota sold out; ids as %s, buyers as %s."
            .formatted(ORDERS, Sale.orderId(1), Sale.pin(1)));
    report.line("");
    report.head("limit", "with the orders' records", "once they have gone");
    // The first sale of a service also makes what stays once and for all, such as buffers.
    measure(Sale.NO_LIMIT);
    report(Sale.NO_LIMIT, measure(Sale.NO_LIMIT));
    report(Sale.LIMIT_PER_BUYER, measure(Sale.LIMIT_PER_BUYER));
  }

  private void report(String limitPer, Bytes bytes) {
    report.row(
        limitPer,
        "%.0f".formatted(bytes.withRecords() / (double) ORDERS),
        "**%.1f**".formatted(bytes.without() / (double) ORDERS));
  }

  private Bytes measure(String limitPer) {
    long before = redis.usedMemory();
    Sale sale = Sale.open(service, ORDERS, limitPer);
    LoadResult grabs = new Clients(CLIENTS, sale::buyer).calls(ORDERS);
    if (grabs.failed() > 0) {
      throw new IllegalStateException(grabs.failed() + " grabs were refused");
    }
    byte[] pending = RedisOfStack.bytes(sale.record() + ":pending");
    ServiceUnderTest.await(
        "the end of the last grab",
        SETTLING,
        () -> redis.nodeOf(sale.record()).exists(pending) == 0);
    long withRecords = redis.usedMemory() - before;
    redis.delete(service.room().key("O_"));
    long without = settledMemory() - before;
    redis.delete(sale.record());
    settledMemory();
    return new Bytes(withRecords, without);
  }

  private long settledMemory() {
    return redis.settledMemory(ORDERS / 10);
  }

  /** Of all orders of a sale: while their records are there, and once they have gone. */
  private record Bytes(long withRecords, long without) {}
}
