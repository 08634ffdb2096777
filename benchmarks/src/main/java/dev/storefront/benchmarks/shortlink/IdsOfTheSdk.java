package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.localstack.home.Home;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkException;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many ids a second the SDK gives from leases of a thousand, of a desk that is a millisecond
 * away over HTTP: on one thread and on many. Every id is looked at: none may come twice.
 */
public final class IdsOfTheSdk {

  /** The SDK's own, and the largest that the service gives. */
  private static final int[] LEASE_SIZES = {1_000, 10_000};

  private static final int[] THREADS = {1, 64};
  private static final int ROUNDS = 5;
  private static final long IDS_OF_A_ROUND = 10_000_000;
  private static final long MOST_IDS = 2 * ROUNDS * THREADS.length * 2 * IDS_OF_A_ROUND;

  private final Report report;
  private final LeaseDesk desk;
  private final int leaseSize;
  private final AtomicLongArray seen = new AtomicLongArray((int) (MOST_IDS / Long.SIZE));
  private final LongAdder failures = new LongAdder();
  private final LongAdder duplicates = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  private IdsOfTheSdk(Report report, int leaseSize) {
    this.report = report;
    this.leaseSize = leaseSize;
    this.desk = new LeaseDesk(leaseSize);
  }

  /** Measures and reports; needs no server of the stack. */
  public static void run(Home stack, Report report) {
    report.line(
        ("Ids a second of ShortLinkClient.next(), the desk 1 ms away by HTTP, in the same process."
                + " Medians of %d rounds of %d ids, each id checked.")
            .formatted(ROUNDS, IDS_OF_A_ROUND));
    report.line("");
    report.head(
        "ids of a lease",
        "threads",
        "ids a second",
        "of the rounds",
        "ns of the callers' processor time an id",
        "leases",
        "failures",
        "duplicates");
    for (int leaseSize : LEASE_SIZES) {
      new IdsOfTheSdk(report, leaseSize).run();
    }
  }

  private void run() {
    try (desk;
        ShortLinkClient links =
            new ShortLinkClient(
                ShortLinkOptions.of(desk.address(), () -> "none").withLeaseSize(leaseSize))) {
      for (int threads : THREADS) {
        round(links, threads);
        measure(links, threads);
      }
    }
  }

  private void measure(ShortLinkClient links, int threads) {
    failures.reset();
    duplicates.reset();
    nanos.reset();
    long leases = desk.leases();
    double[] rates = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      rates[round] = round(links, threads);
    }
    Arrays.sort(rates);
    report.row(
        leaseSize,
        threads,
        "**%.1f million**".formatted(rates[ROUNDS / 2] / 1e6),
        "%.1f to %.1f million".formatted(rates[0] / 1e6, rates[ROUNDS - 1] / 1e6),
        nanos.sum() / (ROUNDS * IDS_OF_A_ROUND),
        desk.leases() - leases,
        failures.sum(),
        duplicates.sum());
  }

  private double round(ShortLinkClient links, int threads) {
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    long start = System.nanoTime();
    List<Future<?>> done = new ArrayList<>();
    for (int n = 0; n < threads; n++) {
      done.add(callers.submit(() -> take(links, IDS_OF_A_ROUND / threads)));
    }
    try {
      for (Future<?> each : done) {
        each.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      callers.shutdown();
    }
    return IDS_OF_A_ROUND / ((System.nanoTime() - start) / 1e9);
  }

  private void take(ShortLinkClient links, long count) {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    takeAll(links, count);
    nanos.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
  }

  private void takeAll(ShortLinkClient links, long count) {
    for (long n = 0; n < count; n++) {
      try {
        long id = links.next().id();
        long bit = 1L << (id % Long.SIZE);
        long before = seen.getAndUpdate((int) (id / Long.SIZE), word -> word | bit);
        if ((before & bit) != 0) {
          duplicates.increment();
        }
      } catch (ShortLinkException e) {
        failures.increment();
      }
    }
  }
}
